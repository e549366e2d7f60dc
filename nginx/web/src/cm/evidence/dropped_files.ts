// SPDX-License-Identifier: Apache-2.0
// The files of a drop: those of folders too, all the way down.

function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  return new Promise((resolve, reject) => {
    // A reader gives a hundred at a time, and none when there are no more.
    const next = () => reader.readEntries((some) => {
      if (some.length === 0) return resolve(all);
      all.push(...some);
      next();
    }, reject);
    next();
  });
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  }
  const files: File[] = [];
  for (const one of await entriesOf(entry as FileSystemDirectoryEntry)) files.push(...await filesOf(one));
  return files;
}

// What the system keeps in folders for itself is nobody's evidence.
const OWN = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/;

// Must be called while the drop is handled: the browser forgets it afterwards.
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  const files: File[] = [];
  for (const entry of entries) if (entry) files.push(...await filesOf(entry));
  return (entries.some(Boolean) ? files : plain).filter(({ name }) => !OWN.test(name));
}

// SPDX-License-Identifier: Apache-2.0
// Collects the files of a drop or of a chosen folder, including all subfolders.

export interface Found {
  file: File;
  folder: string; // its folder, as "contracts/2026/"; '' if it has none
}

export interface Dropped {
  found: readonly Found[];
  unreadable: number; // files and folders that the browser could not open
}

function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  return new Promise((resolve, reject) => {
    // A reader returns a hundred entries at a time, and none at the end.
    const next = () =>
      reader.readEntries((some) => {
        if (some.length === 0) return resolve(all);
        all.push(...some);
        next();
      }, reject);
    next();
  });
}

// Files that operating systems keep in folders for themselves are not evidence.
const OWN = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\._.*|__MACOSX)$/;

async function collect(entry: FileSystemEntry, found: Found[]): Promise<number> {
  if (OWN.test(entry.name)) return 0;
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      found.push({ file, folder: entry.fullPath.slice(1, entry.fullPath.lastIndexOf('/') + 1) });
      return 0;
    }
    let unreadable = 0;
    for (const one of await entriesOf(entry as FileSystemDirectoryEntry)) unreadable += await collect(one, found);
    return unreadable;
  } catch {
    return 1; // the other files are still taken
  }
}

// Must be called while the drop event is handled: the browser discards its data afterwards.
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  if (!entries.some(Boolean)) return chosenFiles(plain);
  const found: Found[] = [];
  let unreadable = 0;
  for (const entry of entries) if (entry) unreadable += await collect(entry, found);
  return { found, unreadable };
}

// The files of a file input, which has their paths if a folder was chosen.
export function chosenFiles(files: readonly File[]): Dropped {
  return {
    found: files
      .filter((file) => ![...file.webkitRelativePath.split('/'), file.name].some((part) => OWN.test(part)))
      .map((file) => ({
        file,
        folder: file.webkitRelativePath.slice(0, file.webkitRelativePath.lastIndexOf('/') + 1),
      })),
    unreadable: 0,
  };
}

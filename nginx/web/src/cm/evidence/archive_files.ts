// SPDX-License-Identifier: Apache-2.0
// Tracks which archives are open in the list, and loads their files, shown below them.
import { useRef, useState } from 'preact/hooks';
import { ApiError, get } from '../../api/client.ts';
import { toastError } from '../../design/states.tsx';
import type { DocumentRow } from './document_cells.tsx';

async function filesOf(archive: string): Promise<DocumentRow[]> {
  const files: DocumentRow[] = [];
  for (let cursor: string | null = null; ;) {
    const page: { documents: DocumentRow[]; nextCursor: string | null } = await get('/api/documents', {
      query: { parentDocumentId: archive, limit: 200, cursor },
    });
    files.push(...page.documents);
    if (!page.nextCursor) return files.toSorted((a, b) => a.originalFilename.localeCompare(b.originalFilename));
    cursor = page.nextCursor;
  }
}

interface ArchiveFiles {
  open: ReadonlyMap<string, readonly DocumentRow[]>;
  toggle: (archive: string) => void;
  reload: () => void;
  change: (id: string, to: Partial<DocumentRow>) => void;
}

export function useArchiveFiles(): ArchiveFiles {
  const [open, setOpen] = useState<ReadonlyMap<string, readonly DocumentRow[]>>(new Map());
  const latest = useRef(open);
  latest.current = open;
  const load = async (archive: string) => {
    try {
      const files = await filesOf(archive);
      setOpen((now) => new Map(now).set(archive, files));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error);
    }
  };
  return {
    open,
    toggle: (archive) => {
      if (!open.has(archive)) return void load(archive);
      setOpen((now) => new Map([...now].filter(([id]) => id !== archive)));
    },
    reload: () => {
      for (const archive of latest.current.keys()) void load(archive);
    },
    change: (id, to) =>
      setOpen(
        (now) =>
          new Map(
            [...now].map(([archive, files]) => [
              archive,
              files.some((one) => one.id === id)
                ? files.map((one) => (one.id === id ? { ...one, ...to } : one))
                : files,
            ]),
          ),
      ),
  };
}

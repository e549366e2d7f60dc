// SPDX-License-Identifier: Apache-2.0
// The API tokens that act for one person; an administrator may revoke them.
import { useState } from 'preact/hooks';
import { remove, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../design/controls.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { ErrorNote } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { t } from '../words.ts';
import { Confirm } from '../confirm.tsx';

type Token = Schemas['ApiToken'];

const columns = (onEnd: (token: Token) => void): Column<Token>[] => {
  const words = t();
  return [
    {
      key: 'name',
      head: words.users.name,
      rowHead: true,
      cell: (row) => (
        <span class="clip">
          <Foreign>{row.name}</Foreign>
        </span>
      ),
    },
    { key: 'role', head: words.users.role, width: '20%', hide: 'phone', cell: (row) => words.roles[row.role] },
    {
      key: 'used',
      head: words.users.lastUsed,
      width: '18%',
      cell: (row) => (row.lastUsedAt ? <Time at={row.lastUsedAt} /> : words.users.neverUsed),
    },
    {
      key: 'until',
      head: words.users.until,
      width: '16%',
      hide: 'phone',
      cell: (row) => (row.expiresAt ? <Time at={row.expiresAt} /> : words.users.noEnd),
    },
    {
      key: 'acts',
      head: <span class="visually-hidden">{words.write.acts}</span>,
      width: '128px',
      numeric: true,
      cell: (row) => (
        <Button small aria-label={`${words.users.endToken}: ${row.name}`} onClick={() => onEnd(row)}>
          {words.users.endToken}
        </Button>
      ),
    },
  ];
};

export function UserTokens({ userId }: { userId: string }) {
  const words = t().users;
  const read = useResource('/api/tokens', { query: { limit: 200 } });
  const write = useWrite();
  const [ending, setEnding] = useState<Token | null>(null);
  const tokens = read.data?.tokens.filter((one) => one.createdBy.id === userId);
  const close = () => {
    write.forget();
    setEnding(null);
  };
  const end = (token: Token) =>
    write.run(async () => {
      await remove('/api/tokens/{tokenId}', { path: { tokenId: token.id } });
      setEnding(null);
      toast(words.tokenEnded);
      read.reload();
    });
  return (
    <section class="part" aria-labelledby="user-tokens">
      <h2 id="user-tokens">{words.tokens}</h2>
      {read.error ? (
        <ErrorNote error={read.error} onRetry={read.reload} />
      ) : tokens?.length === 0 ? (
        <p class="second">{words.noTokens}</p>
      ) : (
        (tokens || read.slow) && (
          <Table
            caption={words.tokens}
            columns={columns(setEnding)}
            rows={tokens ?? []}
            rowKey={(row) => row.id}
            rowHeight={44}
            loading={!tokens}
          />
        )
      )}
      {ending && (
        <Confirm
          danger
          title={words.endTokenTitle(ending.name)}
          act={words.endToken}
          write={write}
          onAct={() => end(ending)}
          onClose={close}>
          {words.endTokenWhy}
        </Confirm>
      )}
    </section>
  );
}

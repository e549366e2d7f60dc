// SPDX-License-Identifier: Apache-2.0
// API tokens as administrators see and revoke them: those that act for one person, and those of identity providers.
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
type Of = 'person' | 'provider';

// Of a person's tokens it matters what they may do, and of an identity provider's who made them.
const second = (of: Of): Column<Token> =>
  of === 'person'
    ? { key: 'role', head: t().users.role, width: '20%', hide: 'phone', cell: (row) => t().roles[row.role] }
    : {
        key: 'maker',
        head: t().users.provisioning.madeBy,
        width: '24%',
        hide: 'phone',
        cell: (row) => (
          <span class="clip">
            <Foreign>{row.createdBy.email}</Foreign>
          </span>
        ),
      };

const columns = (of: Of, onEnd: (token: Token) => void): Column<Token>[] => {
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
    second(of),
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

interface Shown {
  of: Of;
  id: string; // of the heading
  title: string;
  none: string;
  read: ReturnType<typeof useTokens>;
  shows: (token: Token) => boolean;
}

export const useTokens = () => useResource('/api/tokens', { query: { limit: 200 } });

export function TokenList({ of, id, title, none, read, shows }: Shown) {
  const words = t().users;
  const write = useWrite();
  const [ending, setEnding] = useState<Token | null>(null);
  const tokens = read.data?.tokens.filter(shows);
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
    <section class="part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {read.error ? (
        <ErrorNote error={read.error} onRetry={read.reload} />
      ) : tokens?.length === 0 ? (
        <p class="second">{none}</p>
      ) : (
        (tokens || read.slow) && (
          <Table
            caption={title}
            columns={columns(of, setEnding)}
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

export function UserTokens({ userId }: { userId: string }) {
  const words = t().users;
  return (
    <TokenList
      of="person"
      id="user-tokens"
      title={words.tokens}
      none={words.noTokens}
      read={useTokens()}
      shows={(token) => token.createdBy.id === userId && token.scope === 'API'}
    />
  );
}

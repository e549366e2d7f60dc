// SPDX-License-Identifier: Apache-2.0
// The list of shortcuts, opened with "?", with the switch that turns them off.
import { signal } from '@preact/signals';
import { Switch } from '../design/controls.tsx';
import { Dialog } from '../design/dialog.tsx';
import { t } from '../strings/words.ts';
import { type Shortcut, shortcuts, useShortcuts } from './keys.ts';
import { singleKeys } from './preferences.ts';

export const keysShown = signal(false);

function Keys({ keys }: { keys: string }) {
  return (
    <>
      {keys.split(' ').map((key, index) => (
        <>
          {index > 0 && <span class="small second"> {t().keys.then} </span>}
          {/^[A-Z]$/.test(key) && (
            <>
              <kbd>Shift</kbd>{' '}
            </>
          )}
          <kbd>{key.toLowerCase()}</kbd>
        </>
      ))}
    </>
  );
}

function Group({ title, of }: { title: string; of: readonly Shortcut[] }) {
  if (of.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <dl class="keys">
        {of.map((one) => (
          <div key={one.keys}>
            <dt>{one.does}</dt>
            <dd>
              <Keys keys={one.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function KeysDialog() {
  const words = t().keys;
  useShortcuts([
    {
      keys: '?',
      does: words.list,
      group: 'everywhere',
      run: () => {
        keysShown.value = true;
      },
    },
  ]);
  if (!keysShown.value) return null;
  const of = (group: Shortcut['group']) => shortcuts.value.filter((one) => one.group === group);
  return (
    <Dialog
      title={words.title}
      onClose={() => {
        keysShown.value = false;
      }}>
      <Group title={words.here} of={of('here')} />
      <Group title={words.go} of={of('go')} />
      <Group title={words.everywhere} of={of('everywhere')} />
      <Switch
        label={words.on}
        hint={words.onHint}
        on={singleKeys.value}
        onChange={(on) => {
          singleKeys.value = on;
        }}
      />
    </Dialog>
  );
}

// SPDX-License-Identifier: Apache-2.0
// Settings: the person's identity, sign-in, e-mail, preferences kept in this browser, and API tokens.
import { currentUser } from '../api/session.ts';
import { Button, Select, Switch } from '../design/controls.tsx';
import { Foreign } from '../design/inline.tsx';
import { PageHead } from '../design/page_head.tsx';
import { chooseLanguage, language, LANGUAGES, t } from '../strings/words.ts';
import { keysShown } from './keys_dialog.tsx';
import { singleKeys, theme, THEMES } from './preferences.ts';
import { NotificationsCard } from './settings/notifications_card.tsx';
import { PasswordCard } from './settings/password_card.tsx';
import { TokensCard } from './settings/tokens_card.tsx';

export default function SettingsView() {
  const words = t();
  const user = currentUser();
  return (
    <>
      <PageHead title={words.settings.title} />
      <div class="panels">
        <div class="stack">
          <section class="card panel">
            <h2>{words.settings.profile}</h2>
            <dl class="facts">
              <div>
                <dt>{words.settings.name}</dt>
                <dd>
                  <Foreign>{user.displayName}</Foreign>
                </dd>
              </div>
              <div>
                <dt>{words.settings.email}</dt>
                <dd>
                  <Foreign>{user.email}</Foreign>
                </dd>
              </div>
              <div>
                <dt>{words.settings.role}</dt>
                <dd>{words.roles[user.role]}</dd>
              </div>
              <div>
                <dt>{words.settings.organisation}</dt>
                <dd>
                  <Foreign>{user.tenantName}</Foreign>
                </dd>
              </div>
            </dl>
          </section>
          <section class="card panel">
            <h2>{words.settings.keyboard}</h2>
            <Switch
              label={words.keys.on}
              hint={words.keys.onHint}
              on={singleKeys.value}
              onChange={(on) => {
                singleKeys.value = on;
              }}
            />
            <div>
              <Button
                onClick={() => {
                  keysShown.value = true;
                }}>
                {words.settings.showKeys}
              </Button>
            </div>
          </section>
        </div>
        <div class="stack">
          <section class="card panel">
            <h2>{words.settings.look}</h2>
            <p class="small second">{words.settings.kept}</p>
            <Select
              label={words.theme.label}
              value={theme.value}
              onValue={(one) => {
                theme.value = one;
              }}
              choices={THEMES.map((one) => ({ value: one, label: words.theme[one] }))}
            />
            <Select
              label={words.language.label}
              value={language.value}
              onValue={(code) => void chooseLanguage(code)}
              choices={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
            />
          </section>
          <NotificationsCard />
        </div>
        <PasswordCard />
      </div>
      <div class="panels tokens">
        <TokensCard />
      </div>
    </>
  );
}

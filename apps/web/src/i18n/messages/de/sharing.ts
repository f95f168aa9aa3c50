import type { sharing as english } from '../en/sharing.ts';
import type { TranslationOf } from '../message.ts';

export const sharing: TranslationOf<typeof english> = {
  'sharing.share': 'Teilen',
  'sharing.shareNamed': '{name} teilen',
  'sharing.title': 'Per Link teilen',
  'sharing.lead':
    'Wer den Link hat, kann dieses Video ohne Konto ansehen und herunterladen. Mehr ist damit nicht sichtbar.',
  'sharing.lifetime': 'Läuft ab nach',
  'sharing.withExport': 'Spätestens wenn der Export gelöscht wird.',
  'sharing.withFootage': 'Spätestens wenn die Aufnahme gelöscht wird.',
  'sharing.password': 'Passwort (optional)',
  'sharing.passwordHint': 'Schicken Sie es getrennt vom Link.',
  'sharing.create': 'Link erstellen',
  'sharing.onlyHere':
    'Dieser Link funktioniert nur auf diesem Computer. Öffnen Sie Holdfast über seine Adresse im Netzwerk und teilen Sie erneut, oder setzen Sie PUBLIC_URL.',
  'sharing.created': 'Der Link gilt bis {time}. Kopieren Sie ihn jetzt: Er wird nicht noch einmal angezeigt.',
  'sharing.copy': 'Link kopieren',
  'sharing.links': 'Geteilte Links',
  'sharing.linksLead': 'Wer ohne Konto zusehen kann, und wie lange.',
  'sharing.switch': 'Teilen per Link erlauben',
  'sharing.switchHint':
    'Wer exportieren darf, kann Links auf einen Clip oder Export erstellen. Solange dies ausgeschaltet ist, funktionieren die Links nicht.',
  'sharing.none': 'Noch keine Links. Wählen Sie „Teilen“ bei einem Clip oder einem fertigen Export.',
  'sharing.off': 'Das Teilen ist ausgeschaltet.',
  'sharing.hasPassword': 'mit Passwort',
  'sharing.until': 'läuft ab am {time}',
  'sharing.neverOpened': 'noch nicht geöffnet',
  'sharing.opened': { one: 'einmal geöffnet, {time}', other: '{count}-mal geöffnet, zuletzt {time}' },
  'sharing.openings': 'Wann der Link geöffnet wurde',
  'sharing.revokeNamed': 'Link auf {name} zurückziehen',
  'sharing.revoked': 'Der Link wurde zurückgezogen.',
  'shareKind.clip': 'Clip',
  'shareKind.export': 'Export',
  'shareState.active': 'Aktiv',
  'shareState.expired': 'Abgelaufen',
  'shareState.revoked': 'Zurückgezogen',
  'shareState.gone': 'Aufnahme gelöscht',
};

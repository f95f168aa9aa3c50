import type { cameraList as english } from '../en/camera-list.ts';
import type { TranslationOf } from '../message.ts';

export const cameraList: TranslationOf<typeof english> = {
  'cameraList.search': 'Suchen',
  'cameraList.state': 'Status',
  'cameraList.anyState': 'Jeder Status',
  'cameraList.policy': 'Aufzeichnungsprofil',
  'cameraList.anyPolicy': 'Alle Profile',
  'cameraList.group': 'Gruppe',
  'cameraList.anyGroup': 'Alle Gruppen',
  'cameraList.sort': 'Sortieren nach',
  'cameraList.noMatch': 'Keine passenden Kameras',
  'cameraList.noMatchHint': 'Versuchen Sie es mit einem anderen Namen oder weniger Filtern.',
  'cameraState.recording': 'Zeichnet auf',
  'cameraState.idle': 'Zeichnet gerade nicht auf',
  'cameraState.trouble': 'Gestört',
  'cameraState.off': 'Aus',
  'cameraOrder.name': 'Name',
  'cameraOrder.newest': 'Neueste zuerst',
  'cameraOrder.state': 'Gestörte zuerst',

  'groups.title': 'Gruppen',
  'groups.lead':
    'Gruppen fassen Kameras in der Liste und in der Live-Ansicht zusammen. Wählen Sie in der Liste Kameras aus, um sie einer Gruppe hinzuzufügen.',
  'groups.new': 'Neue Gruppe',
  'groups.add': 'Hinzufügen',
  'groups.rename': 'Gruppe umbenennen',
  'groups.renameNamed': '{name} umbenennen',
  'groups.removeNamed': '{name} löschen',
  'groups.removed': '{name} wurde gelöscht.',
  'groups.members': { one: '{count} Kamera', other: '{count} Kameras' },

  'bulk.choose': '{name} auswählen',
  'bulk.chosen': { one: '{count} Kamera ausgewählt', other: '{count} Kameras ausgewählt' },
  'bulk.hidden': { one: '{count} durch Filter ausgeblendet', other: '{count} durch Filter ausgeblendet' },
  'bulk.none': 'Auswahl aufheben',
  'bulk.all': 'Alle {count} auswählen',
  'bulk.edit': 'Bearbeiten',
  'bulk.title': { one: '{count} Kamera bearbeiten', other: '{count} Kameras bearbeiten' },
  'bulk.unchanged': 'Unverändert',
  'bulk.needed': 'Wählen Sie mindestens eine Änderung.',
  'bulk.storage': 'Speicher',
  'bulk.storageHint': 'Für neue Aufnahmen. Vorhandene bleiben, wo sie sind.',
  'bulk.power': 'Ein oder aus',
  'bulkPower.on': 'Einschalten',
  'bulkPower.off': 'Ausschalten',
  'bulk.addGroups': 'Zu Gruppen hinzufügen',
  'bulk.removeGroups': 'Aus Gruppen entfernen',
  'bulk.saved': { one: '{count} Kamera geändert.', other: '{count} Kameras geändert.' },
  'bulkEffect.nothing': 'Speichern ändert noch nichts.',
  'bulkEffect.turnedOn': { one: 'Schaltet {count} Kamera ein.', other: 'Schaltet {count} Kameras ein.' },
  'bulkEffect.turnedOff': { one: 'Schaltet {count} Kamera aus.', other: 'Schaltet {count} Kameras aus.' },
  'bulkEffect.policy': {
    one: 'Ändert, wie {count} Kamera aufgenommen wird.',
    other: 'Ändert, wie {count} Kameras aufgenommen werden.',
  },
  'bulkEffect.created': { one: 'Erstellt das Profil {names}.', other: 'Erstellt die Profile {names}.' },
  'bulkEffect.edited': { one: 'Ändert das Profil {names}.', other: 'Ändert die Profile {names}.' },
  'bulkEffect.deleted': {
    one: 'Löscht das Profil {names}, das keine Kamera mehr verwendet.',
    other: 'Löscht die Profile {names}, die keine Kamera mehr verwendet.',
  },
  'bulkEffect.audio': {
    one: 'Ändert die Tonaufnahme von {count} Kamera.',
    other: 'Ändert die Tonaufnahme von {count} Kameras.',
  },
  'bulkEffect.sourceOn': {
    one: 'Schaltet die Bewegungsquelle „{source}“ für {count} Kamera ein.',
    other: 'Schaltet die Bewegungsquelle „{source}“ für {count} Kameras ein.',
  },
  'bulkEffect.sourceOff': {
    one: 'Schaltet die Bewegungsquelle „{source}“ für {count} Kamera aus.',
    other: 'Schaltet die Bewegungsquelle „{source}“ für {count} Kameras aus.',
  },
  'bulkEffect.blind': {
    one: '{count} Kamera zeichnet alles auf, weil sie keine Bewegungsquelle mehr hat.',
    other: '{count} Kameras zeichnen alles auf, weil sie keine Bewegungsquelle mehr haben.',
  },
  'bulkEffect.grouped': {
    one: 'Fügt {count} Kamera zu Gruppen hinzu.',
    other: 'Fügt {count} Kameras zu Gruppen hinzu.',
  },
  'bulkEffect.ungrouped': {
    one: 'Entfernt {count} Kamera aus Gruppen.',
    other: 'Entfernt {count} Kameras aus Gruppen.',
  },

  'copySettings.title': 'Einstellungen übernehmen von …',
  'copySettings.titleNamed': 'Einstellungen für {name} übernehmen',
  'copySettings.lead':
    'Übernimmt Aufzeichnungsprofil, Tonaufnahme und Bewegungsquellen. Adressen, Masken, Zonen und verknüpfte Sensoren bleiben unverändert.',
  'copySettings.from': 'Von Kamera',
  'copySettings.same': 'Die Einstellungen sind bereits gleich.',
  'copySettings.submit': 'Einstellungen übernehmen',
  'copySettings.done': '{name} hat jetzt dieselben Einstellungen.',

  'newCamera.sub': 'Adresse des Substreams (optional)',
  'newCamera.subHint': 'Ein kleineres Bild für die Live-Ansicht und Smartphones, mit derselben Anmeldung.',
  'newCamera.storageDefault': 'Wie im Standardprofil',

  'find.addSelected': { one: '{count} Kamera hinzufügen', other: '{count} Kameras hinzufügen' },
  'find.selectNamed': '{name} zur Auswahl hinzufügen',
  'find.several': 'Mehrere auf einmal hinzufügen',
  'find.severalLead':
    'Wählen Sie Kameras mit derselben Anmeldung. Jede wird mit ihrem größten und ihrem kleinsten Stream hinzugefügt.',
  'find.allAdded': { one: '{count} Kamera wurde hinzugefügt.', other: '{count} Kameras wurden hinzugefügt.' },
};

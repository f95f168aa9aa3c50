import type { X509Certificate } from 'node:crypto';
import { standalonePage } from '../pages/standalone-page.ts';

type Language = 'en' | 'de';

interface Words {
  title: string;
  why: string;
  download: string;
  check: string;
  fingerprint: string;
  validUntil: string;
  steps: readonly (readonly [system: string, steps: string])[];
  open: string;
  other: string;
}

const words: Record<Language, Words> = {
  en: {
    title: 'Trust this recorder',
    why: 'Holdfast encrypts every connection with a certificate that it made itself, because a recorder in a home has no public name that a certificate authority could check. Browsers warn about it until you tell your device once that you trust it. Then there is no warning any more, and the console can be installed as an app.',
    download: 'Download the certificate',
    check:
      'Compare the fingerprint before you trust it: it is also printed in the log when the server starts. It applies to this installation only.',
    fingerprint: 'SHA-256 fingerprint',
    validUntil: 'Valid until',
    steps: [
      [
        'iPhone and iPad',
        'Open the download in Safari and allow the profile. Settings › General › VPN & Device Management › install it. Then Settings › General › About › Certificate Trust Settings › switch it on.',
      ],
      [
        'Android',
        'Settings › Security › More › Encryption & credentials › Install a certificate › CA certificate, and choose the downloaded file.',
      ],
      [
        'Windows',
        'Open the file › Install Certificate › Local Machine › Place in “Trusted Root Certification Authorities”.',
      ],
      [
        'macOS',
        'Open the file, so that it is added to the keychain. In Keychain Access open it › Trust › Always Trust.',
      ],
      [
        'Linux with Chrome or Chromium',
        'Settings › Privacy and security › Security › Manage certificates › Authorities › Import, and trust it for websites.',
      ],
      [
        'Firefox on any system',
        'Settings › Privacy & Security › View Certificates › Authorities › Import, and trust it for websites.',
      ],
    ],
    open: 'Open the console',
    other: 'Deutsch',
  },
  de: {
    title: 'Diesem Rekorder vertrauen',
    why: 'Holdfast verschlüsselt jede Verbindung mit einem selbst erstellten Zertifikat, denn ein Rekorder zu Hause hat keinen öffentlichen Namen, den eine Zertifizierungsstelle prüfen könnte. Browser warnen davor, bis Sie Ihrem Gerät einmal sagen, dass Sie ihm vertrauen. Danach gibt es keine Warnung mehr, und die Konsole lässt sich als App installieren.',
    download: 'Zertifikat herunterladen',
    check:
      'Vergleichen Sie vorher den Fingerabdruck: Er steht auch im Protokoll, wenn der Server startet. Er gilt nur für diese Installation.',
    fingerprint: 'SHA-256-Fingerabdruck',
    validUntil: 'Gültig bis',
    steps: [
      [
        'iPhone und iPad',
        'Die Datei in Safari öffnen und das Profil erlauben. Einstellungen › Allgemein › VPN und Geräteverwaltung › installieren. Danach Einstellungen › Allgemein › Info › Zertifikatsvertrauenseinstellungen › einschalten.',
      ],
      [
        'Android',
        'Einstellungen › Sicherheit › Weitere › Verschlüsselung und Anmeldedaten › Zertifikat installieren › CA-Zertifikat, dann die heruntergeladene Datei wählen.',
      ],
      [
        'Windows',
        'Datei öffnen › Zertifikat installieren › Lokaler Computer › unter „Vertrauenswürdige Stammzertifizierungsstellen“ speichern.',
      ],
      [
        'macOS',
        'Datei öffnen, damit sie in den Schlüsselbund kommt. In der Schlüsselbundverwaltung öffnen › Vertrauen › Immer vertrauen.',
      ],
      [
        'Linux mit Chrome oder Chromium',
        'Einstellungen › Datenschutz und Sicherheit › Sicherheit › Zertifikate verwalten › Zertifizierungsstellen › Importieren und für Websites vertrauen.',
      ],
      [
        'Firefox auf jedem System',
        'Einstellungen › Datenschutz & Sicherheit › Zertifikate anzeigen › Zertifizierungsstellen › Importieren und für Websites vertrauen.',
      ],
    ],
    open: 'Konsole öffnen',
    other: 'English',
  },
};

const STYLE = `
  header a { margin-inline-start: auto; font-size: 1rem; font-weight: 400; }
  a { color: var(--tide); }
  dt { margin-top: 1rem; font-weight: 600; }
  dd { margin: 0; }
  code { overflow-wrap: anywhere; }
  .main { display: inline-block; padding: .6rem 1.1rem; border-radius: .5rem; background: var(--tide); color: var(--on-tide); text-decoration: none; font-weight: 600; }
`;

/** For browsers that do not trust this server yet, so the page is self-contained. */
export function trustPage({ language, certificate }: { language: Language; certificate: X509Certificate }): {
  html: string;
  policy: string;
} {
  const text = words[language];
  const other = language === 'de' ? 'en' : 'de';
  const until = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long' });
  const steps = text.steps.map(([system, how]) => `<dt>${system}</dt><dd>${how}</dd>`).join('\n');
  const page = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text.title} – Holdfast</title>
<!-- style -->
<header><!-- logo --><span>Holdfast</span><a href="/trust?lang=${other}" lang="${other}" hreflang="${other}">${text.other}</a></header>
<main>
<h1>${text.title}</h1>
<p>${text.why}</p>
<p><a class="main" href="/trust/holdfast.crt">${text.download}</a></p>
<p>${text.check}</p>
<p>${text.fingerprint}: <code>${certificate.fingerprint256}</code><br>${text.validUntil}: ${until.format(new Date(certificate.validTo))}</p>
<dl>
${steps}
</dl>
<p><a href="/ui/">${text.open}</a></p>
</main>
</html>
`;
  const { html, styleSource } = standalonePage({ html: page, style: STYLE });
  const policy = `default-src 'none'; style-src ${styleSource}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, policy };
}

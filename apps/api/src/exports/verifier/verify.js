const CHUNK_BYTES = 8 * 1024 * 1024;
const byId = (id) => document.getElementById(id);

/** SHA-256 piece by piece, for exports of gigabytes: the browser's own digest needs a whole file in memory. */
const ROUNDS = (() => {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (value) => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;
  return {
    start: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    constants: Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  };
})();

function createSha256() {
  const state = Int32Array.from(ROUNDS.start);
  const words = new Int32Array(64);
  const { constants } = ROUNDS;
  const rest = new Uint8Array(64);
  let restLength = 0;
  let total = 0;

  // Written for speed: everything in local variables, no destructuring, all blocks of a chunk in one call.
  const blocks = (bytes, from, to) => {
    for (let at = from; at < to; at += 64) {
      for (let i = 0, p = at; i < 16; i += 1, p += 4)
        words[i] = (bytes[p] << 24) | (bytes[p + 1] << 16) | (bytes[p + 2] << 8) | bytes[p + 3];
      for (let i = 16; i < 64; i += 1) {
        const x = words[i - 15];
        const y = words[i - 2];
        const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        words[i] = (words[i - 16] + s0 + words[i - 7] + s1) | 0;
      }
      let a = state[0];
      let b = state[1];
      let c = state[2];
      let d = state[3];
      let e = state[4];
      let f = state[5];
      let g = state[6];
      let h = state[7];
      for (let i = 0; i < 64; i += 1) {
        const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
        const t1 = (h + s1 + ((e & f) ^ (~e & g)) + constants[i] + words[i]) | 0;
        const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g;
        g = f;
        f = e;
        e = (d + t1) | 0;
        d = c;
        c = b;
        b = a;
        a = (t1 + t2) | 0;
      }
      state[0] += a;
      state[1] += b;
      state[2] += c;
      state[3] += d;
      state[4] += e;
      state[5] += f;
      state[6] += g;
      state[7] += h;
    }
  };

  const update = (bytes) => {
    total += bytes.length;
    let at = 0;
    if (restLength > 0) {
      at = Math.min(64 - restLength, bytes.length);
      rest.set(bytes.subarray(0, at), restLength);
      restLength += at;
      if (restLength < 64) return;
      blocks(rest, 0, 64);
      restLength = 0;
    }
    const end = bytes.length - ((bytes.length - at) % 64);
    blocks(bytes, at, end);
    at = end;
    rest.set(bytes.subarray(at));
    restLength = bytes.length - at;
  };

  const hex = () => {
    const bits = total * 8;
    const padding = new Uint8Array((restLength < 56 ? 56 : 120) - restLength + 8);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(padding.length - 4, bits >>> 0);
    update(padding);
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  };
  return { update, hex };
}

/** Up to this size the browser's own digest is used, which is many times faster. */
const NATIVE_BYTES = 256 * 1024 * 1024;

async function sha256Of(file, onProgress) {
  if (file.size <= NATIVE_BYTES && crypto.subtle) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  const hash = createSha256();
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    hash.update(new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer()));
    onProgress(Math.min(1, (at + CHUNK_BYTES) / file.size));
  }
  return hash.hex();
}

const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** 'good', 'bad', or 'unknown' where the browser is too old to check it. */
async function checkSignature({ manifest, public_key, signature }) {
  let key;
  try {
    key = await crypto.subtle.importKey('raw', fromBase64(public_key), 'Ed25519', false, ['verify']);
  } catch {
    return 'unknown';
  }
  const signed = new TextEncoder().encode(JSON.stringify(manifest));
  return (await crypto.subtle.verify('Ed25519', key, fromBase64(signature), signed)) ? 'good' : 'bad';
}

async function findManifest(files) {
  for (const file of files) {
    if (!file.name.endsWith('.json') || file.size > 64 * 1024 * 1024) continue;
    try {
      const parsed = JSON.parse(await file.text());
      if (parsed.manifest?.format === 'holdfast-export-1') return parsed;
    } catch {
      // Some other file that was chosen too.
    }
  }
  return undefined;
}

async function checkFile(wanted, files, onProgress) {
  // A download that was saved twice got a number in its name: then its size and content still identify it.
  const file = files.find(({ name }) => name === wanted.name) ?? files.find(({ size }) => size === wanted.bytes);
  if (!file) return 'missing';
  if (file.size !== wanted.bytes) return 'damaged';
  return (await sha256Of(file, onProgress)) === wanted.sha256 ? 'genuine' : 'damaged';
}

const ENGLISH = {
  title: 'Verify an export',
  lead: 'Choose the exported files together with their manifest. Unpack a ZIP file first. Everything happens on this page; nothing is sent anywhere.',
  files: 'Files',
  expected: 'Fingerprint of the key (optional). An administrator finds it in the console under Exports.',
  file: 'File',
  found: 'Result',
  working: ['Verifying ...', ''],
  noManifest: ['There is no manifest among these files', 'Choose the manifest together with the files.'],
  unreadable: ['The manifest cannot be read', 'It was not written by the recorder.'],
  outcomes: { genuine: 'unchanged', damaged: 'CHANGED', missing: 'not chosen' },
  verdicts: {
    forged: [
      'The manifest was changed',
      'Its signature does not match. Nothing it contains about the files can be trusted.',
    ],
    damaged: ['A file was changed', 'It is not what the recorder wrote.'],
    incomplete: ['Files are missing', 'Choose all files of the manifest together.'],
    unsure: ['The files match the manifest, but this browser cannot verify its signature', 'Use a newer browser.'],
    foreign: ['Signed with another key', 'The fingerprint is not the one that you entered.'],
    genuine: [
      'Nothing was changed',
      'The files are what the recorder wrote, provided that the fingerprint below is the one shown in its console.',
    ],
  },
  gaps: (camera) => `Gaps of ${camera}`,
  noGaps: 'none',
  noReason: 'reason unknown',
  key: 'Fingerprint of the key',
  footage: 'Footage',
  made: 'Created',
  by: (name, version) => `by ${name} ${version}`,
  zone: (zone) => `Times in ${zone}.`,
  recorderZone: (zone) => `Time zone of the recorder: ${zone}`,
};
const GERMAN = {
  title: 'Export prüfen',
  lead: 'Wählen Sie die exportierten Dateien zusammen mit ihrem Manifest aus. Entpacken Sie eine ZIP-Datei vorher. Alles geschieht auf dieser Seite, es wird nichts übertragen.',
  files: 'Dateien',
  expected: 'Fingerabdruck des Schlüssels (optional). Administratoren finden ihn in der Konsole unter Exporte.',
  file: 'Datei',
  found: 'Ergebnis',
  working: ['Wird geprüft ...', ''],
  noManifest: ['Unter diesen Dateien ist kein Manifest', 'Wählen Sie das Manifest zusammen mit den Dateien aus.'],
  unreadable: ['Das Manifest ist nicht lesbar', 'Es stammt nicht vom Rekorder.'],
  outcomes: { genuine: 'unverändert', damaged: 'VERÄNDERT', missing: 'nicht ausgewählt' },
  verdicts: {
    forged: [
      'Das Manifest wurde verändert',
      'Seine Signatur ist ungültig. Seinen Angaben über die Dateien ist nicht zu trauen.',
    ],
    damaged: ['Eine Datei wurde verändert', 'Sie ist nicht die, die der Rekorder geschrieben hat.'],
    incomplete: ['Es fehlen Dateien', 'Wählen Sie alle Dateien des Manifests zusammen aus.'],
    unsure: [
      'Die Dateien passen zum Manifest, aber dieser Browser kann die Signatur nicht prüfen',
      'Verwenden Sie einen neueren Browser.',
    ],
    foreign: ['Mit einem anderen Schlüssel signiert', 'Der Fingerabdruck ist nicht der eingegebene.'],
    genuine: [
      'Nichts wurde verändert',
      'Die Dateien stammen unverändert vom Rekorder, sofern der Fingerabdruck unten mit dem in seiner Konsole übereinstimmt.',
    ],
  },
  gaps: (camera) => `Lücken von ${camera}`,
  noGaps: 'keine',
  noReason: 'Grund unbekannt',
  key: 'Fingerabdruck des Schlüssels',
  footage: 'Aufnahmen',
  made: 'Erstellt',
  by: (name, version) => `von ${name} ${version}`,
  zone: (zone) => `Zeiten in ${zone}.`,
  recorderZone: (zone) => `Zeitzone des Rekorders: ${zone}`,
};
const isGerman =
  navigator.languages
    .find((tag) => /^(de|en)\b/i.test(tag))
    ?.toLowerCase()
    .startsWith('de') ?? false;
const texts = isGerman ? GERMAN : ENGLISH;
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const timeFormat = new Intl.DateTimeFormat(
  navigator.languages.find((tag) => tag.toLowerCase().startsWith(isGerman ? 'de' : 'en')) ?? (isGerman ? 'de' : 'en'),
  { dateStyle: 'medium', timeStyle: 'medium' },
);
const localTime = (iso) => (Number.isNaN(Date.parse(iso)) ? String(iso) : timeFormat.format(new Date(iso)));

document.documentElement.lang = isGerman ? 'de' : 'en';
document.title = `${texts.title} · Holdfast`;
for (const element of document.querySelectorAll('[data-text]')) element.textContent = texts[element.dataset.text];

function verdictOf({ signature, outcomes, fingerprint, expected }) {
  if (signature === 'bad') return 'forged';
  if (outcomes.includes('damaged')) return 'damaged';
  if (outcomes.includes('missing')) return 'incomplete';
  if (expected !== '' && expected !== fingerprint) return 'foreign';
  return signature === 'unknown' ? 'unsure' : 'genuine';
}

function show(verdict, [title, reason]) {
  byId('result').hidden = false;
  byId('result').dataset.verdict = verdict;
  byId('verdict').textContent = title;
  byId('reason').textContent = reason;
}

function addRow(name) {
  const row = byId('rows').insertRow();
  row.insertCell().textContent = name;
  return row.insertCell();
}

function addFact(title, text, isCode = false) {
  const [term, value] = [document.createElement('dt'), document.createElement('dd')];
  term.textContent = title;
  value.textContent = text;
  if (isCode) value.className = 'code';
  byId('facts').append(term, value);
}

async function check(files) {
  byId('rows').replaceChildren();
  byId('facts').replaceChildren();
  if (files.length === 0) return;
  const envelope = await findManifest(files);
  if (!envelope) return show('incomplete', texts.noManifest);
  show('working', texts.working);
  const { manifest } = envelope;
  const signature = await checkSignature(envelope).catch(() => 'bad');
  const key = createSha256();
  key.update(fromBase64(envelope.public_key));
  const fingerprint = key.hex();
  const outcomes = [];
  for (const camera of manifest.cameras) {
    for (const wanted of camera.files) {
      const cell = addRow(wanted.name);
      const outcome = await checkFile(wanted, files, (share) => {
        cell.textContent = `${Math.round(share * 100)} %`;
      });
      cell.textContent = texts.outcomes[outcome];
      outcomes.push(outcome);
    }
    addFact(
      texts.gaps(camera.name),
      camera.gaps
        .map((gap) => `${localTime(gap.start)} – ${localTime(gap.end)} (${gap.reason ?? texts.noReason})`)
        .join(', ') || texts.noGaps,
    );
  }
  addFact(texts.key, fingerprint, true);
  addFact(texts.footage, `${localTime(manifest.start)} – ${localTime(manifest.end)}, ${manifest.pictures}`);
  addFact(texts.made, `${localTime(manifest.created_at)} ${texts.by(manifest.product.name, manifest.product.version)}`);
  byId('zone').textContent = `${texts.zone(timeZone)} ${texts.recorderZone(manifest.time_zone)}`;
  const expected = byId('expected')
    .value.replaceAll(/[^0-9a-f]/gi, '')
    .toLowerCase();
  const verdict = verdictOf({ signature, outcomes, fingerprint, expected });
  show(verdict, texts.verdicts[verdict]);
}

const start = (files) => check([...files]).catch(() => show('forged', texts.unreadable));

byId('files').addEventListener('change', () => start(byId('files').files));
byId('expected').addEventListener('change', () => start(byId('files').files));
byId('drop').addEventListener('dragover', (event) => event.preventDefault());
byId('drop').addEventListener('drop', (event) => {
  event.preventDefault();
  start(event.dataTransfer.files);
});

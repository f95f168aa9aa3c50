const CHUNK_BYTES = 4 * 1024 * 1024;
const byId = (id) => document.getElementById(id);

/** SHA-256 piece by piece: the browser's own digest wants a whole file in memory, and exports have gigabytes. */
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
  const rest = new Uint8Array(64);
  let restLength = 0;
  let total = 0;

  const block = (bytes, at) => {
    for (let i = 0; i < 16; i += 1) {
      const p = at + i * 4;
      words[i] = (bytes[p] << 24) | (bytes[p + 1] << 16) | (bytes[p + 2] << 8) | bytes[p + 3];
    }
    for (let i = 16; i < 64; i += 1) {
      const x = words[i - 15];
      const y = words[i - 2];
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      words[i] = (words[i - 16] + s0 + words[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS.constants[i] + words[i]) | 0;
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
  };

  const update = (bytes) => {
    total += bytes.length;
    let at = 0;
    if (restLength > 0) {
      at = Math.min(64 - restLength, bytes.length);
      rest.set(bytes.subarray(0, at), restLength);
      restLength += at;
      if (restLength < 64) return;
      block(rest, 0);
      restLength = 0;
    }
    for (; at + 64 <= bytes.length; at += 64) block(bytes, at);
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

async function sha256Of(file, onProgress) {
  const hash = createSha256();
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    hash.update(new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer()));
    onProgress(Math.min(1, (at + CHUNK_BYTES) / file.size));
  }
  return hash.hex();
}

const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** 'good', 'bad', or 'unknown' where the browser is too old to tell. */
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
  // A download that was saved twice got a number in its name: then its size and content still tell.
  const file = files.find(({ name }) => name === wanted.name) ?? files.find(({ size }) => size === wanted.bytes);
  if (!file) return 'missing';
  if (file.size !== wanted.bytes) return 'damaged';
  return (await sha256Of(file, onProgress)) === wanted.sha256 ? 'genuine' : 'damaged';
}

const WORDS = { genuine: 'unchanged', damaged: 'CHANGED', missing: 'not chosen' };

const VERDICTS = {
  forged: ['The manifest was changed', 'Its signature does not fit. Nothing it says about the files can be trusted.'],
  damaged: ['A file was changed', 'It is not what the recorder wrote.'],
  incomplete: ['Files are missing', 'Choose all files of the manifest together.'],
  unsure: ['The files fit the manifest, but this browser cannot check its signature', 'Use a newer browser.'],
  foreign: ['Signed with another key', 'The fingerprint is not the one that you were told.'],
  genuine: [
    'Everything is unchanged',
    'The files are what the recorder wrote, if the fingerprint below is the one its administrator shows.',
  ],
};

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

function addFact(title, text) {
  const [term, value] = [document.createElement('dt'), document.createElement('dd')];
  term.textContent = title;
  value.textContent = text;
  byId('facts').append(term, value);
}

async function check(files) {
  byId('rows').replaceChildren();
  byId('facts').replaceChildren();
  if (files.length === 0) return;
  const envelope = await findManifest(files);
  if (!envelope) return show('incomplete', ['There is no manifest among these files', 'Choose it together with them.']);
  show('working', ['Checking ...', '']);
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
      cell.textContent = WORDS[outcome];
      outcomes.push(outcome);
    }
    addFact(
      `Gaps of ${camera.name}`,
      camera.gaps.map((gap) => `${gap.start} to ${gap.end} (${gap.reason ?? 'no reason known'})`).join(', ') || 'none',
    );
  }
  addFact('Fingerprint of the key', fingerprint);
  addFact('Footage', `${manifest.start} to ${manifest.end}, ${manifest.pictures}`);
  addFact(
    'Made',
    `${manifest.created_at} by ${manifest.product.name} ${manifest.product.version}, zone ${manifest.time_zone}`,
  );
  const expected = byId('expected')
    .value.replaceAll(/[^0-9a-f]/gi, '')
    .toLowerCase();
  const verdict = verdictOf({ signature, outcomes, fingerprint, expected });
  show(verdict, VERDICTS[verdict]);
}

const start = (files) =>
  check([...files]).catch(() =>
    show('forged', ['The manifest cannot be read', 'It is not one that the recorder wrote.']),
  );

byId('files').addEventListener('change', () => start(byId('files').files));
byId('expected').addEventListener('change', () => start(byId('files').files));
byId('drop').addEventListener('dragover', (event) => event.preventDefault());
byId('drop').addEventListener('drop', (event) => {
  event.preventDefault();
  start(event.dataTransfer.files);
});

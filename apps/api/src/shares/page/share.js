const byId = (id) => document.getElementById(id);

const TEXTS = {
  en: {
    title: 'Shared video',
    loading: 'Loading …',
    unplayable: 'This browser cannot play the video. Download it instead.',
    download: 'Download in original quality',
    downloadFile: 'Download',
    lapse: 'Time-lapse, {speed} times as fast',
    downloadLapse: 'Download the time-lapse',
    closedTitle: 'This link cannot be opened',
    closedHint: 'It may have expired or been withdrawn. If you were given a password with it, enter it here.',
    password: 'Password',
    open: 'Open',
    until: 'Available until',
    wrong: 'The link still cannot be opened. Check the password.',
    wait: 'Too many attempts. Wait a moment and try again.',
    failed: 'The recorder did not respond. Try again later.',
  },
  de: {
    title: 'Geteiltes Video',
    loading: 'Wird geladen …',
    unplayable: 'Dieser Browser kann das Video nicht abspielen. Laden Sie es stattdessen herunter.',
    download: 'In Originalqualität herunterladen',
    downloadFile: 'Herunterladen',
    lapse: 'Zeitraffer, {speed}-mal so schnell',
    downloadLapse: 'Zeitraffer herunterladen',
    closedTitle: 'Dieser Link lässt sich nicht öffnen',
    closedHint:
      'Vielleicht ist er abgelaufen oder wurde zurückgezogen. Falls Sie dazu ein Passwort bekommen haben, geben Sie es hier ein.',
    password: 'Passwort',
    open: 'Öffnen',
    until: 'Verfügbar bis',
    wrong: 'Der Link lässt sich weiterhin nicht öffnen. Prüfen Sie das Passwort.',
    wait: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
    failed: 'Der Rekorder hat nicht geantwortet. Versuchen Sie es später erneut.',
  },
};

const language = /^de\b/i.test(navigator.language) ? 'de' : 'en';
const texts = TEXTS[language];
document.documentElement.lang = language;
document.title = `${texts.title} · Holdfast`;
for (const element of document.querySelectorAll('[data-text]')) element.textContent = texts[element.dataset.text];

// In the fragment, which browsers do not send: the token is in no address that a server or a proxy could log.
const token = () => location.hash.slice(1);

const show = (id) => {
  for (const part of ['loading', 'shown', 'closed']) byId(part).hidden = part !== id;
};

// In the time zone of the reader, who may be elsewhere than the recorder.
const timeFormat = new Intl.DateTimeFormat(navigator.language, { dateStyle: 'long', timeStyle: 'medium' });

async function open(password) {
  const body = JSON.stringify({ token: token(), ...(password !== undefined && { password }) });
  const reply = await fetch('/shares/open', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => undefined);
  if (reply?.ok) return present(await reply.json());
  show('closed');
  byId('fault').textContent = faultOf(reply?.status, password);
  if (password !== undefined) byId('password').select();
}

function faultOf(status, password) {
  if (status === 429) return texts.wait;
  if (status === 404 || status === 422) return password === undefined ? '' : texts.wrong;
  return texts.failed;
}

function playerOf(url) {
  const video = document.createElement('video');
  video.controls = true;
  video.playsInline = true;
  video.preload = 'metadata';
  video.addEventListener('error', () => void explain(url));
  video.src = url;
  return video;
}

// The link may have ended since it was opened; if not, the browser cannot play the video.
async function explain(url) {
  const reply = await fetch(url, { headers: { range: 'bytes=0-0' } }).catch(() => undefined);
  if (reply?.ok) {
    byId('unplayable').hidden = false;
    return;
  }
  show('closed');
  byId('fault').textContent = faultOf(reply?.status, undefined);
}

function present(shared) {
  const { timeZone } = timeFormat.resolvedOptions();
  byId('cameras').textContent = shared.cameras.join(', ');
  byId('range').textContent = `${timeFormat.formatRange(new Date(shared.start), new Date(shared.end))} (${timeZone})`;
  byId('until').textContent = `${texts.until} ${timeFormat.format(new Date(shared.expires_at))}`;
  const isVideo = shared.video_url !== null;
  const isLapse = shared.speed !== null;
  byId('lapse').hidden = !isLapse;
  if (isLapse) byId('lapse').textContent = texts.lapse.replace('{speed}', shared.speed);
  const link = byId('download');
  link.href = shared.download_url;
  link.textContent = isLapse ? texts.downloadLapse : isVideo ? texts.download : texts.downloadFile;
  byId('player').replaceChildren(...(isVideo ? [playerOf(shared.video_url)] : []));
  byId('unplayable').hidden = true;
  show('shown');
}

byId('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void open(byId('password').value);
});
window.addEventListener('hashchange', () => location.reload());
if (token() === '') show('closed');
else void open();

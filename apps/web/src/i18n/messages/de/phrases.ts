import type { Phrase } from '../../said.ts';

/** What the server says in sentences of its own, beside the codes and states that have messages. */
export const phrases: readonly Phrase[] = [
  // Why a camera cannot be reached.
  [
    'ffmpeg was not found: install it, or set FFMPEG_PATH and FFPROBE_PATH.',
    'ffmpeg wurde nicht gefunden: Installieren Sie es, oder setzen Sie FFMPEG_PATH und FFPROBE_PATH.',
  ],
  [
    'The camera did not send a picture in time: check the address and that the camera is on.',
    'Die Kamera hat nicht rechtzeitig ein Bild geschickt: Prüfen Sie die Adresse und ob die Kamera an ist.',
  ],
  ['Nothing answers at that address and port.', 'An dieser Adresse und diesem Port antwortet nichts.'],
  ['That address cannot be reached from here.', 'Diese Adresse ist von hier aus nicht erreichbar.'],
  ['The camera did not answer in time.', 'Die Kamera hat nicht rechtzeitig geantwortet.'],
  ['The camera does not speak TLS at that port.', 'Die Kamera spricht an diesem Port kein TLS.'],
  ['The connection to the camera failed.', 'Die Verbindung zur Kamera ist fehlgeschlagen.'],
  ['The camera refused the user name or password.', 'Die Kamera hat Benutzername oder Passwort abgelehnt.'],
  [
    'The camera refused access: check the rights of its user.',
    'Die Kamera hat den Zugriff verweigert: Prüfen Sie die Rechte ihres Benutzers.',
  ],
  ['The camera has no stream at that path.', 'Die Kamera hat unter diesem Pfad keinen Stream.'],
  ['The address answered, but not with video.', 'Die Adresse hat geantwortet, aber nicht mit Video.'],
  ['The stream could not be read.', 'Der Stream ließ sich nicht lesen.'],
  ['The camera sent no picture.', 'Die Kamera hat kein Bild geschickt.'],
  [
    'The camera points to another address, which is not followed: enter that address if you trust it.',
    'Die Kamera verweist auf eine andere Adresse, der nicht gefolgt wird: Geben Sie sie ein, wenn Sie ihr trauen.',
  ],
  ['The camera does not send a picture we can pass on.', 'Die Kamera schickt kein Bild, das sich weitergeben lässt.'],
  ['The camera opened no stream.', 'Die Kamera hat keinen Stream geöffnet.'],
  ['The camera is disabled.', 'Die Kamera ist ausgeschaltet.'],
  ['Connecting to the camera.', 'Die Verbindung zur Kamera wird aufgebaut.'],
  ['There is no picture at that moment.', 'Von diesem Augenblick gibt es kein Bild.'],
  ['The publisher has left.', 'Wer den Stream schickte, ist gegangen.'],
  ['The address has no host.', 'Die Adresse hat keinen Rechnernamen.'],
  ['The address is not an RTSP address.', 'Die Adresse ist keine RTSP-Adresse.'],
  ['The name {1} is not known.', 'Der Name {1} ist nicht bekannt.'],
  [
    'Link-local and metadata addresses are never contacted.',
    'Verbindungslokale und Metadaten-Adressen werden nie angesprochen.',
  ],
  ['That is the port of our own database.', 'Das ist der Port unserer eigenen Datenbank.'],
  // Why a stream is not recorded.
  ['The camera has no such stream (RTSP status {1}).', 'Die Kamera hat keinen solchen Stream (RTSP-Status {1}).'],
  [
    'The camera does not hand out the stream (RTSP status {1}).',
    'Die Kamera gibt den Stream nicht heraus (RTSP-Status {1}).',
  ],
  ['The camera describes its stream in a way that cannot be read.', 'Die Kamera beschreibt ihren Stream unlesbar.'],
  ['The camera offers neither H.264 nor H.265 video.', 'Die Kamera bietet weder H.264- noch H.265-Video an.'],
  ['The camera does not send over TCP.', 'Die Kamera sendet nicht über TCP.'],
  [
    'The camera redirects to another address, which is not followed.',
    'Die Kamera verweist auf eine andere Adresse, der nicht gefolgt wird.',
  ],
  ['The camera has no room for another reader.', 'Die Kamera hat keinen Platz für einen weiteren Zuschauer.'],
  ['The camera opened no session.', 'Die Kamera hat keine Sitzung eröffnet.'],
  [
    'The camera shows another certificate than the one it was added with.',
    'Die Kamera zeigt ein anderes Zertifikat als das, mit dem sie hinzugefügt wurde.',
  ],
  ["The camera's certificate is not trusted.", 'Dem Zertifikat der Kamera wird nicht vertraut.'],
  ['The camera does not speak TLS on this port.', 'Die Kamera spricht an diesem Port kein TLS.'],
  [
    "The camera's address is link-local, which is not allowed.",
    'Die Adresse der Kamera ist verbindungslokal, was nicht erlaubt ist.',
  ],
  ["The camera's name is not known on this network.", 'Der Name der Kamera ist in diesem Netz nicht bekannt.'],
  ['The camera does not answer at its address.', 'Die Kamera antwortet nicht an ihrer Adresse.'],
  [
    'The camera is reachable but does not accept connections on its port.',
    'Die Kamera ist erreichbar, nimmt aber an ihrem Port keine Verbindung an.',
  ],
  ['There is no route to the camera.', 'Es gibt keinen Weg zur Kamera.'],
  ['The camera ended the session.', 'Die Kamera hat die Sitzung beendet.'],
  ['The connection to the camera broke.', 'Die Verbindung zur Kamera ist abgerissen.'],
  ['The camera closed the connection.', 'Die Kamera hat die Verbindung geschlossen.'],
  ['The camera stopped answering.', 'Die Kamera antwortet nicht mehr.'],
  ['The camera is connected but sends no picture.', 'Die Kamera ist verbunden, schickt aber kein Bild.'],
  // A camera that was looked for.
  [
    'The camera sends us elsewhere, which is not followed.',
    'Die Kamera schickt uns anderswohin; dem wird nicht gefolgt.',
  ],
  ['The camera refused the question.', 'Die Kamera hat die Frage abgelehnt.'],
  ['The address answered, but not as a camera does.', 'Die Adresse hat geantwortet, aber nicht wie eine Kamera.'],
  ['The camera says more than a camera has to say.', 'Die Kamera sagt mehr, als eine Kamera zu sagen hat.'],
  ['The camera names no stream of its own.', 'Die Kamera nennt keinen eigenen Stream.'],
  ['is not a web address', 'ist keine Web-Adresse'],
  ['is not an address in this network', 'ist keine Adresse in diesem Netz'],
  // Addresses of cameras.
  ['is longer than {1} characters', 'ist länger als {1} Zeichen'],
  [
    'holds spaces, quotes or control characters; write them percent-encoded',
    'enthält Leerzeichen, Anführungszeichen oder Steuerzeichen; schreiben Sie sie mit Prozentzeichen',
  ],
  ['is not an address like rtsp://host/path', 'ist keine Adresse wie rtsp://host/pfad'],
  ['must start with one of {1}', 'muss mit {1} beginnen'],
  ['has no valid host and port', 'hat keinen gültigen Rechnernamen und Port'],
  [
    'holds {1} in place of a password; write the password out',
    'enthält {1} anstelle eines Passworts; schreiben Sie es aus',
  ],
  // Storages.
  [
    'does not exist on the server; create the folder first',
    'gibt es auf dem Server nicht; legen Sie den Ordner zuerst an',
  ],
  [
    'is the root of the file system; choose a folder below it',
    'ist die Wurzel des Dateisystems; wählen Sie einen Ordner darunter',
  ],
  ['is not a place that keeps files', 'ist kein Ort, der Dateien behält'],
  ['is inside the folder of another storage', 'liegt im Ordner eines anderen Speichers'],
  ['holds the folder of another storage', 'enthält den Ordner eines anderen Speichers'],
  [
    'holds the data of this server; choose a folder apart from it',
    'enthält die Daten dieses Servers; wählen Sie einen Ordner daneben',
  ],
  [
    'is inside the data folder of this server; choose a folder apart from it',
    'liegt im Datenordner dieses Servers; wählen Sie einen Ordner daneben',
  ],
  ['The storage is full: waiting for space.', 'Der Speicher ist voll: Es wird auf Platz gewartet.'],
  [
    'Another disk seems to be mounted at {1}: its marker is not ours.',
    'Unter {1} scheint eine andere Platte eingehängt zu sein: Ihre Marke ist nicht unsere.',
  ],
  [
    '{1} has lost its marker: its disk is probably not mounted.',
    '{1} hat seine Marke verloren: Die Platte ist wohl nicht eingehängt.',
  ],
  ['{1} is full.', '{1} ist voll.'],
  ['{1} cannot be written ({2}).', '{1} kann nicht beschrieben werden ({2}).'],
  ['Its schedule pauses recording at this hour.', 'Der Wochenplan pausiert die Aufnahme zu dieser Stunde.'],
  // Exports.
  ['There is no footage left in this range.', 'In dieser Zeit gibt es keine Aufnahmen mehr.'],
  ['There is not enough free disk space for this export.', 'Für diesen Export ist nicht genug Platz auf der Platte.'],
  [
    'It could not be finished, although it was tried several times.',
    'Er ließ sich nicht fertigstellen, obwohl es mehrmals versucht wurde.',
  ],
  ['The user who asked for it is gone.', 'Wer danach gefragt hat, ist nicht mehr da.'],
  [
    'The camera {1} is gone, or you may not see it any more.',
    'Die Kamera {1} gibt es nicht mehr, oder Sie dürfen sie nicht mehr sehen.',
  ],
  [
    'Too much of the footage of {1} is damaged or gone from the disk.',
    'Zu viel von den Aufnahmen von {1} ist beschädigt oder von der Platte verschwunden.',
  ],
  ['The footage could not be written as MP4.', 'Die Aufnahmen ließen sich nicht als MP4 schreiben.'],
  ['Its file is gone from the disk.', 'Die Datei ist von der Platte verschwunden.'],
  ['At most {1} of yours may wait at once.', 'Höchstens {1} von Ihnen dürfen gleichzeitig warten.'],
  ['At most {1} segments of a camera.', 'Höchstens {1} Stücke von einer Kamera.'],
  [
    'This one has about {1}; all exports together may take {2} and take {3}.',
    'Dieser hat etwa {1}; alle zusammen dürfen {2} belegen und belegen {3}.',
  ],
  ['lies in the future', 'liegt in der Zukunft'],
  ['must be later than start', 'muss nach dem Anfang liegen'],
  ['must be at most {1} hours after start', 'darf höchstens {1} Stunden nach dem Anfang liegen'],
  ['must be at most {1} days after start', 'darf höchstens {1} Tage nach dem Anfang liegen'],
  // Access and everything else.
  ['Try again in {1} s.', 'In {1} s noch einmal versuchen.'],
  ['Your role does not have the capability {1}.', 'Ihre Rolle hat die Fähigkeit {1} nicht.'],
  [
    'Only an administrator changes what somebody else marked.',
    'Nur ein Administrator ändert, was jemand anderes markiert hat.',
  ],
  ['is missing: only an administrator marks all cameras', 'fehlt: Nur ein Administrator markiert alle Kameras'],
  ['is missing', 'fehlt'],
  ['is not a role', 'ist keine Rolle'],
  ['is not a policy', 'ist keine Regel'],
  ['must not be empty', 'darf nicht leer sein'],
  [
    'must not hold control characters, line breaks or invisible characters',
    'darf keine Steuerzeichen, Zeilenumbrüche oder unsichtbaren Zeichen enthalten',
  ],
  ['must have at least {1} characters', 'muss mindestens {1} Zeichen haben'],
  ['must have at most {1} characters', 'darf höchstens {1} Zeichen haben'],
  ['must be {1} or more', 'muss {1} oder mehr sein'],
  ['must be {1} or less', 'darf höchstens {1} sein'],
  ['is not written as it must be', 'ist nicht so geschrieben, wie es sein muss'],
  ['The recorder is not running.', 'Der Rekorder läuft nicht.'],
];

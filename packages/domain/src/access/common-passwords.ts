/** The most common passwords of eight or more characters in published leaks, and those that installers of cameras use first. */
const COMMON = new Set(
  `password password1 password12 password123 password1234 password! password1! password123! passw0rd p@ssword p@ssw0rd
   p@ssw0rd1 p@ssword1 p@ssw0rd! pa55word pa55w0rd passwort passwort1 passwort123 passwort! kennwort kennwort1 geheim123
   12345678 123456789 1234567890 12345678910 0123456789 0987654321 987654321 87654321 123123123 1231231234 12341234
   112233445566 11223344 1122334455 11111111 111111111 1111111111 00000000 000000000 22222222 33333333 55555555 66666666
   77777777 88888888 99999999 12121212 123456789a 123456789q 1234567a a1234567 a12345678 a123456789 1a2b3c4d 12345qwert
   1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz@wsx !qaz2wsx zaq12wsx zaq1zaq1 q1w2e3r4 q1w2e3r4t5
   qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwertz123 qwertzui qwertzuiop asdfghjk asdfghjkl asdfasdf
   asdf1234 asdfgh123 zxcvbnm1 zxcvbnm, yxcvbnm1 qazwsxedc qazwsx123 qweasdzxc qwe123qwe qweqweqwe abcd1234 abcdefgh abc12345
   abc123456 abcabcabc aaaaaaaa aa123456 aa12345678 admin123 admin1234 admin12345 administrator admin@123 adminadmin admin2024
   admin2025 admin2026 root1234 rootroot toor1234 changeme changeme1 changeme123 letmein1 letmein123 welcome1 welcome12
   welcome123 welcome! willkommen willkommen1 hallo123 hallo1234 hallohallo default1 default123 master123 superman superman1
   batman123 iloveyou iloveyou1 iloveyou2 ichliebedich schatz123 liebling princess princess1 sunshine sunshine1 football
   football1 baseball baseball1 basketball fussball schalke04 bayern123 dragon123 monkey123 michael1 jennifer jessica1
   charlie1 samsung1 computer computer1 internet internet1 trustno1 starwars pokemon1 whatever whatever1 freedom1 hunter123
   shadow123 mustang1 corvette chocolate butterfly liverpool liverpool1 arsenal1 chelsea1 manchester barcelona mercedes
   ferrari1 summer2023 summer2024 summer2025 summer2026 sommer2024 sommer2025 sommer2026 winter2024 winter2025 winter2026
   spring2025 spring2026 autumn2025 herbst2025 january1 september november security security1 security123 camera123
   camera1234 cameras123 kamera123 cctv1234 cctv12345 video123 nvr12345 recorder recorder1 holdfast holdfast1 holdfast123
   hikvision hikvision1 hik12345 hik123456 dahua123 reolink123 reolink1 axis1234 unifi123 ubnt1234 surveillance ipcamera
   test1234 test12345 testtest testing1 testing123 guest123 guest1234 user1234 demo1234 secret123 access14 login123
   loginlogin qwer1234 1234qwer 1234abcd aaaa1111 a1b2c3d4 aabbccdd asd12345 pass1234 pass12345 passpass password2
   password99 password01 password11 p4ssw0rd p4ssword`.split(/\s+/),
);

/** Whether a guesser would try it early: on the list, one repeated character, or the user's own name. */
export function isCommonPassword(password: string, username?: string): boolean {
  const folded = password.toLowerCase();
  return COMMON.has(folded) || /^(.)\1*$/u.test(folded) || folded === username?.toLowerCase();
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distinct, type LockedPackage, lockedPackages } from './locked-packages.ts';

export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.md';

/** The packages distributed with the product: neither for development nor for some platforms only. */
export const shippedPackages = (root: string): LockedPackage[] =>
  distinct(lockedPackages(root).filter(({ dev, optional }) => !dev && !optional));

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** Parts of other works in this repository, with the file that has their licence. */
export const copiedWorks = [
  { name: 'tabler-icons', version: '3.51.0', license: 'MIT', text: 'apps/web/src/parts/icons/tabler-icons.license' },
] as const;

const textBlock = (text: string) => `\n~~~\n${text.replaceAll('\r\n', '\n').trim()}\n~~~\n`;

/** Names, licences and licence texts of the shipped packages, as they are installed, and of copied works. */
export function printNotices(root: string): string {
  const parts = shippedPackages(root).map(({ name, version, path }) => {
    const folder = join(root, path);
    if (!existsSync(folder)) throw new Error(`${path} is not installed: run npm ci first`);
    const { license = 'see the text below' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      license?: string;
    };
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
      .map((entry) => textBlock(readFileSync(join(folder, entry.name), 'utf8')));
    return `## ${name} ${version}\n\nLicence: ${license}\n${texts.join('')}`;
  });
  const copied = copiedWorks.map(
    ({ name, version, license, text }) =>
      `## ${name} ${version}\n\nLicence: ${license}\n${textBlock(readFileSync(join(root, text), 'utf8'))}`,
  );
  return `# Third-party notices\n\nHoldfast is distributed with these packages and works. Printed by \`npm run notices\`.\n\n${[...parts, ...copied].join('\n')}`;
}

/** The packages that a printed file names, as `name version`. */
export const noticedPackages = (text: string): string[] =>
  [...text.matchAll(/^## (\S+ \S+)\n\nLicence: /gm)].map(([, named]) => named as string);

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distinct, type LockedPackage, lockedPackages } from './locked-packages.ts';

export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.md';

/** The packages distributed with the product: neither for development nor for some platforms only. */
export const shippedPackages = (root: string): LockedPackage[] =>
  distinct(lockedPackages(root).filter(({ dev, optional }) => !dev && !optional));

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** Names, licences and licence texts of the shipped packages, as they are installed. */
export function printNotices(root: string): string {
  const parts = shippedPackages(root).map(({ name, version, path }) => {
    const folder = join(root, path);
    if (!existsSync(folder)) throw new Error(`${path} is not installed: run npm ci first`);
    const { license = 'see the text below' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      license?: string;
    };
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
      .map((entry) => readFileSync(join(folder, entry.name), 'utf8').replaceAll('\r\n', '\n').trim());
    const body = texts.map((text) => `\n~~~\n${text}\n~~~\n`).join('');
    return `## ${name} ${version}\n\nLicence: ${license}\n${body}`;
  });
  return `# Third-party notices\n\nHoldfast is distributed with these packages. Printed by \`npm run notices\`.\n\n${parts.join('\n')}`;
}

/** The packages that a printed file names, as `name version`. */
export const noticedPackages = (text: string): string[] =>
  [...text.matchAll(/^## (\S+ \S+)\n\nLicence: /gm)].map(([, named]) => named as string);

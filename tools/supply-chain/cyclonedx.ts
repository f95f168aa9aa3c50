import type { LockedPackage } from './locked-packages.ts';

/** The packages as a software bill of materials in CycloneDX 1.6. The same lockfile gives the same text. */
export function cyclonedx({
  name,
  version,
  packages,
}: {
  name: string;
  version: string;
  packages: readonly LockedPackage[];
}) {
  const purl = ({ name: of, version: at }: { name: string; version: string }) =>
    `pkg:npm/${of.replace('@', '%40')}@${at}`;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version } },
    components: packages.map((one) => ({
      type: 'library',
      'bom-ref': purl(one),
      ...splitScope(one.name),
      version: one.version,
      purl: purl(one),
      scope: one.dev ? 'excluded' : one.optional ? 'optional' : 'required',
      ...(one.integrity !== undefined && { hashes: [hashOf(one.integrity)] }),
    })),
  };
}

function splitScope(name: string): { group?: string; name: string } {
  const [group, rest] = name.split('/');
  return rest === undefined ? { name } : { group: group as string, name: rest };
}

function hashOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split('-', 2);
  return {
    alg: { sha512: 'SHA-512', sha384: 'SHA-384', sha256: 'SHA-256', sha1: 'SHA-1' }[algorithm] ?? algorithm,
    content: Buffer.from(integrity.slice(algorithm.length + 1) || digest, 'base64').toString('hex'),
  };
}

const encoder = new TextEncoder();

export type PdfReference = number & { readonly __unit: 'pdf object' };

/** `12 0 R`, as objects refer to each other. */
export const refer = (reference: PdfReference): string => `${reference} 0 R`;

/** Text outside of pages, such as the title: UTF-16 in hexadecimal, in which nothing has a meaning. */
export const textString = (text: string): string => {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return `<FEFF${units.map((unit) => unit.toString(16).padStart(4, '0')).join('')}>`;
};

/** The objects of a file and where each begins. */
export class PdfFile {
  readonly #bodies = new Map<PdfReference, readonly Uint8Array[]>();
  #count = 0;

  /** A number for an object that is set later. */
  reserve(): PdfReference {
    this.#count += 1;
    return this.#count as PdfReference;
  }

  set(reference: PdfReference, body: string): PdfReference {
    this.#bodies.set(reference, [encoder.encode(body)]);
    return reference;
  }

  add(body: string): PdfReference {
    return this.set(this.reserve(), body);
  }

  /** Bytes with their dictionary; `entries` without the length. */
  addStream(entries: string, bytes: Uint8Array): PdfReference {
    const reference = this.reserve();
    const head = encoder.encode(`<< ${entries} /Length ${bytes.length} >>\nstream\n`);
    this.#bodies.set(reference, [head, bytes, encoder.encode('\nendstream')]);
    return reference;
  }

  bytes({ root, info }: { root: PdfReference; info: PdfReference }): Uint8Array<ArrayBuffer> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const put = (chunk: Uint8Array) => {
      chunks.push(chunk);
      length += chunk.length;
    };
    // Bytes above 127 in the second line mark the file as binary.
    put(new Uint8Array([...encoder.encode('%PDF-1.7\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]));
    const offsets: number[] = [];
    for (let number = 1; number <= this.#count; number += 1) {
      const body = this.#bodies.get(number as PdfReference);
      if (!body) throw new Error(`object ${number} was reserved and never set`);
      offsets.push(length);
      put(encoder.encode(`${number} 0 obj\n`));
      for (const part of body) put(part);
      put(encoder.encode('\nendobj\n'));
    }
    const tableAt = length;
    const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    put(
      encoder.encode(
        `xref\n0 ${this.#count + 1}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${this.#count + 1} /Root ${refer(root)} /Info ${refer(info)} >>\nstartxref\n${tableAt}\n%%EOF\n`,
      ),
    );
    const all = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }
}

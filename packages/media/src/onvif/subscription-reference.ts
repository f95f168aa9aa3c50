import { escapeXml } from './ws-security.ts';
import { findElement, textOf, type XmlElement } from './xml.ts';

/** The reference to a subscription: its address, and the parameters that every request about it must contain. */
export interface SubscriptionReference {
  address: string | undefined;
  /** As elements of a header. */
  parameters: string;
}

const MAX_PARAMETERS = 8;
const MAX_LENGTH = 500;
const NAME = /^[A-Za-z_][\w.-]*$/;

/** The parameters keep their namespaces, by which the camera recognises them, wherever they were declared. */
export function readSubscriptionReference(body: XmlElement): SubscriptionReference {
  const reference = findElement(body, 'SubscriptionReference');
  const parameters: string[] = [];
  const walk = (element: XmlElement, known: Readonly<Record<string, string>>, isParameter: boolean) => {
    const namespaces = { ...known, ...element.namespaces };
    if (isParameter) {
      if (parameters.length < MAX_PARAMETERS) parameters.push(printParameter(element, namespaces[element.prefix]));
      return;
    }
    for (const child of element.children) walk(child, namespaces, element.name === 'ReferenceParameters');
  };
  if (reference) walk(body, {}, false);
  return { address: textOf(reference, 'Address'), parameters: parameters.join('') };
}

function printParameter({ name, text }: XmlElement, namespace: string | undefined): string {
  if (!NAME.test(name) || text.length > MAX_LENGTH || (namespace?.length ?? 0) > MAX_LENGTH) return '';
  const declared = namespace === undefined ? '' : ` xmlns:r="${escapeXml(namespace).replaceAll('"', '&quot;')}"`;
  const tag = namespace === undefined ? name : `r:${name}`;
  return `<${tag}${declared}>${escapeXml(text.trim())}</${tag}>`;
}

/** The value this page's own style elements carry, so that the content policy lets them in and no others. */
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? '';

/** The part of Mantine that locks scrolling under a dialog looks for the value under this name. */
export function publishStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}

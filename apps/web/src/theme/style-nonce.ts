/** The CSP nonce of this page's style elements. */
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? '';

/** Mantine's scroll lock reads the nonce under this name. */
export function publishStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}

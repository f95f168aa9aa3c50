/** The console's first script, whose name contains a hash of all of it; undefined if there is none. */
export const entryScriptOf = (page: string): string | undefined => /\/ui\/assets\/index-[\w-]+\.js/.exec(page)?.[0];

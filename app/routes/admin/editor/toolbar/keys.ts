export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** «Ctrl+Shift+7», on a Mac «⌘⇧7». */
export function showKeys(keys: string, isMac: boolean): string {
  const words: Record<string, string> = isMac ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' } : { Mod: 'Ctrl' };
  return keys
    .split('-')
    .map((key) => words[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(isMac ? '' : '+');
}

export function ariaKeys(keys: string, isMac: boolean): string {
  return keys.replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+');
}

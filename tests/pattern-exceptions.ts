/**
 * Patterns that may take more than linear time, or that the checker cannot decide quickly, and the
 * reason why they are harmless. Remove a pattern from here when it changes.
 */
export const patternExceptions: ReadonlyArray<readonly [pattern: RegExp, why: string]> = [
  // The text is always short.
  [
    /^[^\s\p{C}@,;:<>"\\()[\]]+@[^\s\p{C}@,;:<>"\\()[\]]+\.[^\s\p{C}@,;:<>"\\()[\]]+$/u,
    'tried on 254 characters at most',
  ],
  [/(?:[.!?…]["'”’)]*\s+|^)([^.!?…]*)$/, 'tried on 60 characters'],
  [/^[-_]+|[-_]+$/g, 'tried on a slug cut to 80 characters'],
  [/[-_]+$/, 'tried on slugs of 120 characters at most'],
  [
    /\bunsubscribe\b|\bopt[ -]?out\b|(?:manage|update|change|edit)\s+(?:your\s+)?(?:e-?mail\s+|subscription\s+)?(?:preferences|subscription|settings)|(?:view|read|open|see)\s+(?:this\s+|the\s+|it\s+)?(?:e-?mail\s+|message\s+|newsletter\s+|issue\s+)?(?:online|in\s+(?:your|the|a)\s+(?:web\s*)?browser)|(?:you(?:['’]re| are)\s+(?:receiving|getting)\s+this)|why\s+(?:did|am)\s+i\s+(?:get|got|receiv)|no\s+longer\s+(?:want|wish)\s+to\s+receive|abmelden|abbestellen|austragen|im\s+browser\s+(?:ansehen|anzeigen|öffnen|lesen)|se\s+désabonner|désinscri|ne\s+plus\s+recevoir|darse\s+de\s+baja|cancelar\s+(?:la\s+)?suscripci|cancellati|disiscri|afmelden|uitschrijven/i,
    'tried on the 900 letters that a footer has at most',
  ],
  [
    /^(?:[a-z0-9]|x)+(?:_(?:[a-z0-9]|x)+)*$/u,
    '`x` stands for signs of other scripts, none of which is in the class before it',
  ],
  // Input is the environment of the server.
  [/^[a-z][a-z\d+.-]+:|^[^/\\]+@[^/\\]+:/i, 'the operator’s own setting'],
  [/^(.*?)\s*<([^<>]*)>$/, 'the operator’s own setting'],
  [/(\.git)?\/*$/, 'the operator’s own setting, and the configuration of git beside it'],
  [/\/+$/, 'the operator’s own setting'],
  // The site generates the text, which contains no `<`.
  [/<style>([\s\S]*?)<\/style>/, 'a mail that this site has made'],
  [/<style>[\s\S]*?<\/style>/, 'a mail that this site has made'],
  [/<(link|script|img)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g, 'a page that this site has made'],
  [/([a-z-]+)="([^"]*)"/gi, 'one tag of a page that this site has made'],
  [/url\(\s*["']?([^"')]+)["']?\s*\)/g, 'a style sheet that this site has made'],
  // Input is texts of this repository, in its own scripts.
  [/^(---\n[\s\S]*?\n---\n+[^\n]*?)( It takes.*)?\n/, 'a sample article of this repository'],
]

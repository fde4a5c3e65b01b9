import { z } from 'zod'

/** What became of a file of an export. */
export const fileFates = ['imported', 'left-out', 'not-understood'] as const
type FileFate = (typeof fileFates)[number]

/** A file of an export with what became of it. Every file is in exactly one row of a report. */
export const importFile = z.strictObject({
  file: z
    .string()
    .describe('Its path in the export; a folder of tools, which is not read, ends with a slash.'),
  fate: z.enum(fileFates),
  reason: z.string().describe('What it became, or why it was left out.'),
})
export type ImportFile = z.infer<typeof importFile>

/** What somebody knows about a file; files without a claim are not understood. */
export type FileClaim = ImportFile & { fate: Exclude<FileFate, 'not-understood'> }

/** Names that tell why a file is left out when no text needs it. The first that fits counts. */
const leftOutByName: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|heic|psd|fig|sketch|drawio|excalidraw)$/i,
    'No text that comes in shows this picture',
  ],
  [
    /\.(?:mp3|m4a|ogg|opus|flac|wav|mp4|webm|mov|avi|mkv|vtt|srt)$/i,
    'No text that comes in plays it',
  ],
  [/\.(?:woff2?|ttf|otf|eot)$/i, 'A font of the old design'],
  [/\.(?:css|s[ac]ss|less|styl|pcss)(?:\.map)?$/i, 'A style of the old design'],
  [
    /\.(?:njk|liquid|hbs|handlebars|mustache|pug|jade|ejs|haml|slim|erb|tmpl|gotmpl|vue|svelte|astro|swig|jinja2?|twig|webc|vto)$/i,
    'A template of the old design',
  ],
  [
    /(?:^|\/)(?:_?layouts?|_?includes?|partials|templates|themes?|_sass)\//i,
    'A part of the old design',
  ],
  [
    /\.(?:[cm]?jsx?|[cm]?tsx?|map|rb|py|go|rs|php|sh|bash|zsh|bat|ps1|lua|el|nix|wasm|gemspec|pl|mk)$/i,
    'A program of the old site',
  ],
  [
    /(?:^|\/)(?:Gemfile|Rakefile|Makefile|Dockerfile|Procfile|Caddyfile|Brewfile|justfile|Guardfile|Vagrantfile|CNAME|CODEOWNERS|LICEN[CS]E|COPYING|NOTICE|_redirects|_headers|go\.(?:mod|sum)|robots\.txt|humans\.txt|ads\.txt)$/i,
    'A setting or a notice of the old site',
  ],
  [
    /(?:^|\/)_?(?:data|i18n|locales?|translations|config|scripts|schemas?)\//i,
    'Data of the old design',
  ],
  [
    /\.(?:ya?ml|toml|json[c5]|lockb?|ini|cfg|conf|env|properties|webmanifest|example|sample|theme|code-(?:workspace|snippets)|canvas|base)$/i,
    'A setting of the old site',
  ],
  [
    /(?:^|\/)(?:package(?:-lock)?|[tj]sconfig[\w.-]*|vercel|netlify|now|renovate|biome|composer|manifest|site|config|hugo_stats|theme|components|turbo|nx|lerna|firebase|[\w-]+\.config|_category_|versions)\.json$/i,
    'A setting of the old site',
  ],
  [
    /(?:^|\/)(?:sitemap[\w-]{0,30}|feed|rss|atom)\.xml$/i,
    'A list of the addresses of the old site',
  ],
  [/(?:^|\/)\.[^/]+(?:\/[^/]*)*$/, 'A setting of a tool'],
]

/**
 * Subtracts from the files of an export what is known about each; what is left is not understood.
 */
export function createFileLedger(files: ReadonlyArray<string>) {
  const rows = new Map<string, ImportFile>()
  return {
    /**
     * A file that came in stays imported; of several reasons to leave one out, the first counts.
     */
    claim(claim: FileClaim): void {
      const known = rows.get(claim.file)
      if (known === undefined || (known.fate === 'left-out' && claim.fate === 'imported'))
        rows.set(claim.file, claim)
    },
    /** One row for every file, those that are not understood first. */
    all(): Array<ImportFile> {
      const all = new Map(rows)
      for (const file of files) {
        if (all.has(file)) continue
        const reason = leftOutByName.find(([pattern]) => pattern.test(file))?.[1]
        all.set(
          file,
          reason === undefined
            ? { file, fate: 'not-understood', reason: 'Nothing is known about files of this kind' }
            : { file, fate: 'left-out', reason },
        )
      }
      const place = ({ fate }: ImportFile) => fileFates.length - fileFates.indexOf(fate)
      return [...all.values()].sort(
        (one, other) => place(one) - place(other) || (one.file < other.file ? -1 : 1),
      )
    },
  }
}

/** How many files had each fate. */
export function countFates(
  files: ReadonlyArray<ImportFile>,
): Record<'imported' | 'leftOut' | 'notUnderstood', number> {
  const count = (fate: FileFate) => files.filter((file) => file.fate === fate).length
  return {
    imported: count('imported'),
    leftOut: count('left-out'),
    notUnderstood: count('not-understood'),
  }
}

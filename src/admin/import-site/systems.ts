import type { ImportKind } from '#domain/import/mapping.ts'

/** The systems with their names, and what each gives as its export. */
export const systems: ReadonlyArray<{ value: ImportKind; label: string; hint: string }> = [
  {
    value: 'wordpress',
    label: 'WordPress',
    hint: 'The XML file of Tools → Export; or a zip of it with the folder wp-content/uploads.',
  },
  {
    value: 'ghost',
    label: 'Ghost',
    hint: 'The JSON file of Settings → Export; or a zip of it with the folder content/images.',
  },
  { value: 'substack', label: 'Substack', hint: 'The zip of Settings → Exports.' },
  {
    value: 'markdown',
    label: 'Markdown files (Jekyll, Hugo, Eleventy, Astro, Obsidian)',
    hint: 'A zip of the whole folder, with its pictures and settings.',
  },
  { value: 'buttondown', label: 'Buttondown', hint: 'The zip of the emails.' },
  {
    value: 'mailchimp',
    label: 'Mailchimp',
    hint: 'The zip of an account export with the campaigns.',
  },
  {
    value: 'medium',
    label: 'Medium',
    hint: 'The zip of Settings → Security and apps → Download your information.',
  },
  { value: 'notion', label: 'Notion', hint: 'The zip of Export, as Markdown & CSV or as HTML.' },
  {
    value: 'rss',
    label: 'Feed (RSS, Atom)',
    hint: 'The feed, saved as a file. It has only the texts that the old site puts into it.',
  },
]

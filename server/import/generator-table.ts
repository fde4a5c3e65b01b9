/** Generators of sites, vaults, and plain folders. */
export type Flavour =
  | 'jekyll'
  | 'hexo'
  | 'hugo'
  | 'zola'
  | 'eleventy'
  | 'astro'
  | 'docusaurus'
  | 'gatsby'
  | 'next'
  | 'vitepress'
  | 'nuxt'
  | 'obsidian'
  | 'plain'

/**
 * What a text is: a post, a page, a post where it has a date or a tag of posts and a page
 * elsewhere, the head of a list, or why it is left out.
 */
export type Role = 'post' | 'page' | 'dated' | 'head' | { readonly leftOut: string }

interface Generator {
  flavour: Flavour
  /** Its settings, by their path in the site's folder. */
  settings: RegExp
  /**
   * A file or folder that must be there, too, where several generators name their settings alike.
   */
  beside?: RegExp
  /** What the settings say where it is missing, as it may have another place. */
  says?: RegExp
  /** Programs that add to the settings, by their path in the site's folder. */
  programs?: RegExp
  /**
   * A folder of fixed name, which tells the generator where its settings are missing; group 1 is
   * the site's folder.
   */
  folder?: RegExp
  /**
   * What a text is, by its path in the site's folder: the first that fits. A text that nothing fits
   * is outside.
   */
  texts: ReadonlyArray<readonly [RegExp, Role]>
  /** The addresses of texts, by their paths: the first that fits. */
  addresses?: ReadonlyArray<readonly [RegExp, ReadonlyArray<string>]>
  /** What names of files and folders have in front that addresses have not. */
  before?: RegExp
  /** The names of files that are the texts of their folders, where `_index` is none. */
  head?: RegExp
  /** Maps of the frontmatter whose values are those of the text. */
  nested?: ReadonlyArray<string>
  /** Whether the frontmatter may begin without a line of its own. */
  isLoose?: true
}

const template = { leftOut: 'A template of the generator' }
const aboutList = { leftOut: 'It is about a list of texts; lists are made here' }
const head = 'head'
const day = /^\d{4}-\d{2}-\d{2}-(?=.)/

/** The generators that are known, the most particular settings first. */
export const generators: ReadonlyArray<Generator> = [
  {
    flavour: 'hexo',
    settings: /^_config\.ya?ml$/,
    beside: /^source\/_posts\//,
    says: /^source_dir:/m,
    texts: [
      [/^scaffolds\//, template],
      [/^source\/_(?:posts|drafts)\//, 'post'],
      [/^source\//, 'page'],
    ],
    addresses: [[/^source\/(?!_)(?<path>.+)$/, ['/:path.html', '/:path']]],
    isLoose: true,
  },
  {
    flavour: 'jekyll',
    settings: /^_config\.ya?ml$/,
    folder: /^(.*?)(?:^|\/)_(?:posts|drafts)\//,
    texts: [
      [/(?:^|\/)_(?:posts|drafts)\//, 'post'],
      [/(?:^|\/)_[^/]+\//, 'dated'],
      [/./, 'page'],
    ],
  },
  {
    flavour: 'zola',
    settings: /^(?:config|zola)\.toml$/,
    beside: /^content\/(?:.*\/)?_index\.md$/,
    texts: [
      [/^content\/(?:.*\/)?_index\.[a-z.]*md$/i, head],
      [/^content\/[^/]+(?:\/index\.[a-z.]*md)?$/i, 'dated'],
      [/^content\//, 'post'],
    ],
    addresses: [[/^content\/(?<path>.+)$/, ['/:path/']]],
    before: /^\d{4}-\d{2}-\d{2}[-_]/,
    nested: ['extra', 'taxonomies'],
  },
  {
    flavour: 'hugo',
    settings: /^(?:hugo|config)\.(?:toml|ya?ml|json)$/,
    beside: /^(?:content\/|hugo\.)/,
    texts: [
      [/^content\/(?:.*\/)?_index\.[a-z.]*md$/i, head],
      [/^content\/[^/]+(?:\/index\.[a-z.]*md)?$/i, 'page'],
      [/^content\//, 'post'],
    ],
  },
  {
    flavour: 'eleventy',
    settings: /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/,
    texts: [
      [/(?:^|\/)_?(?:posts?|blogs?|articles?|news|notes|writings?|journal)\//i, 'post'],
      [/./, 'dated'],
    ],
    addresses: [[/^(?<path>.+)$/, ['/:path/']]],
    before: day,
    head: /^index$/i,
  },
  {
    flavour: 'docusaurus',
    settings: /^docusaurus\.config\.[cm]?[jt]s$/,
    texts: [
      [
        /^(?:(?:\w+_)?versioned_docs|i18n)\//,
        { leftOut: 'An older version or a translation of the same text' },
      ],
      [/(?:^|\/)_[^/]*$/, { leftOut: 'A part that other texts include' }],
      [/^blog\//, 'post'],
      [/^(?:docs|src\/pages)\//, 'page'],
    ],
    before: /^\d+[-_.\s]+(?=\D)/,
  },
  {
    flavour: 'gatsby',
    settings: /^gatsby-config\.[cm]?[jt]s$/,
    programs: /^(?:gatsby-node\.[cm]?[jt]s|gatsby\/[^/]+\.[cm]?[jt]s)$/,
    texts: [
      [/^(?:(?:content\/)?(?:blog|posts)|src\/(?:posts|blog|content))\//, 'post'],
      [/^content\//, 'dated'],
      [/^src\/pages\//, 'page'],
    ],
    addresses: [
      [/^(?:content|src)\/(?<path>(?:blog|posts)\/.+)$/, ['/:name/', '/:path/']],
      [/^(?:content|src\/pages|src\/content)\/(?<path>.+)$/, ['/:path/']],
    ],
  },
  {
    flavour: 'astro',
    settings: /^astro\.config\.(?:[cm]?js|[cm]?ts)$/,
    folder: /^(.*?)(?:^|\/)src\/content\/[^/]+\//,
    texts: [
      [/^src\/pages\//, 'page'],
      [/^(?:docs|\.[^/]+)\//, { leftOut: 'It is about the repository, not a text of the site' }],
      [/(?:^|\/)content\/(?:tags|categories|authors)\//, aboutList],
      [/\//, 'post'],
    ],
    addresses: [[/^(?:src\/)?(?:(?:content|pages|data)\/)?(?<path>.+)$/, ['/:path/']]],
    before: day,
    head: /^index$/i,
  },
  {
    flavour: 'next',
    settings: /^(?:next|contentlayer)\.config\.[cm]?[jt]s$/,
    texts: [
      [/(?:^|\/)authors\//, { leftOut: 'A biography; authors get pages here from their bylines' }],
      [/(?:^|\/)(?:app|pages)\//, 'page'],
      [/^(?:src\/)?(?:data|_?contents?)\/[^/]+$/, 'dated'],
      [/^(?:src\/)?(?:data|_?contents?|_?posts|_?blog|_?articles|public)\//, 'post'],
    ],
    addresses: [
      [/^(?:src\/)?app(?<path>(?:\/.+)?)\/page\.mdx?$/, ['/:path']],
      [/^(?:src\/)?(?:data|_?contents?)\/pages\/(?<path>.+)$/, ['/:path', '/pages/:path']],
      [/^(?:src\/)?(?:app|pages|data|_?contents?|public)\/(?<path>.+)$/, ['/:path']],
      [/^(?:src\/)?_?(?<path>(?:posts|blog|articles)\/.+)$/, ['/:path']],
    ],
  },
  {
    flavour: 'vitepress',
    settings: /^\.vitepress\/config\.[cm]?[jt]s$/,
    texts: [
      [/^\.[^/]+\//, template],
      [/^index\.md$/, head],
      [/(?:^|\/)(?:posts|blog|articles|news)\//, 'post'],
      [/./, 'dated'],
    ],
    addresses: [[/^(?<path>.+)$/, ['/:path.html', '/:path']]],
  },
  {
    flavour: 'nuxt',
    settings: /^nuxt\.config\.[cm]?[jt]s$/,
    beside: /^content\//,
    texts: [
      [/^content\/(?:.*\/)?[_.]/, template],
      [/^content\/[^/]+$/, 'dated'],
      [/^content\//, 'post'],
    ],
    addresses: [[/^content\/(?<path>.+)$/, ['/:path']]],
    before: /^\d+\./,
  },
]

/** What is known about a generator; undefined for vaults and plain folders. */
export function generatorOf(flavour: Flavour): Generator | undefined {
  return generators.find((generator) => generator.flavour === flavour)
}

import shipped from './shipped-samples.json' with { type: 'json' }

/**
 * The folders in which the product ships samples. The pages and the settings are no samples: every
 * site has them.
 */
export const sampleFolders = [
  'articles',
  'news',
  'newsletters',
  'downloads',
  'mails',
  'media',
] as const

/**
 * The blobs of each sample, by its path in the content folder, in all versions that the product
 * ships or shipped. `npm run samples:list` writes them.
 */
export type ShippedSamples = Readonly<Record<string, ReadonlyArray<string>>>

export const shippedSamples: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  Object.entries<ReadonlyArray<string>>(shipped),
)

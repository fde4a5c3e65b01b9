import { join } from 'node:path'
import { type Attributes, attributesOf } from './attributes.ts'
import type { GitConfig } from './config.ts'
import { isTrue } from './effective-config.ts'
import type { LineEnds } from './line-ends.ts'
import { shapeError } from './shape-faults.ts'

/**
 * How git converts the line ends of the file at `path` of the work tree. Supports `core.autocrlf`, `text=auto` and
 * `-text`; throws a RepositoryShapeError for a filter, an encoding, and other attributes that change what is stored.
 */
export function lineEndsOf(
  place: { workTree: string; commonDir: string },
  path: string,
  config: GitConfig,
  home: string | null,
  read?: (file: string) => string,
): LineEnds {
  const attributes = attributesOf(place, path, ownFiles(config, home), read)
  for (const [name, { value, file }] of attributes)
    if (value !== false && !(name === 'text' && value === 'auto'))
      throw shapeError('attributes', { attribute: value === true ? name : `${name}=${value}`, file, path })
  return isTrue(config.get('core.autocrlf')) ? crlf(attributes) : lf(attributes, config)
}

const crlf = (attributes: Attributes): LineEnds => (isText(attributes) === false ? 'keep' : 'checkout-crlf')

function lf(attributes: Attributes, config: GitConfig): LineEnds {
  const text = isText(attributes)
  if (text === false) return 'keep'
  if (config.get('core.autocrlf')?.toLowerCase() === 'input') return 'store-lf'
  if (text === undefined) return 'keep'
  return config.get('core.eol')?.toLowerCase() === 'crlf' ? 'checkout-crlf' : 'store-lf'
}

/** `crlf` is the old name of `text`. */
function isText(attributes: Attributes): string | boolean | undefined {
  return attributes.get('text')?.value ?? attributes.get('crlf')?.value
}

function ownFiles(config: GitConfig, home: string | null): Array<string> {
  const named = config.get('core.attributesfile')
  const own =
    named?.replace(/^~(?=\/)/, home ?? '~') ?? (home === null ? null : join(home, '.config', 'git', 'attributes'))
  return [...(home === null ? [] : ['/etc/gitattributes']), ...(own === null ? [] : [own])]
}

import { shapeError } from '../read/shape-faults.ts'

/** An optional section of the index after its entries. */
export interface IndexExtension {
  /** Four letters. */
  name: string
  data: Buffer
}

/**
 * Reads the extensions after the entries. Throws a RepositoryShapeError for one without which the entries cannot be
 * interpreted.
 */
export function readExtensions(bytes: Buffer): Array<IndexExtension> {
  const extensions: Array<IndexExtension> = []
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length) throw shapeError('indexDamaged')
    const name = bytes.toString('latin1', at, at + 4)
    const end = at + 8 + bytes.readUInt32BE(at + 4)
    if (end > bytes.length) throw shapeError('indexDamaged')
    // Readers may ignore unknown extensions only if their name starts with a capital letter.
    if (name === 'link') throw shapeError('splitIndex')
    if (name === 'sdir') throw shapeError('sparse')
    if (!/^[A-Z]/.test(name)) throw shapeError('indexExtension', { name })
    extensions.push({ name, data: bytes.subarray(at + 8, end) })
    at = end
  }
  return extensions
}

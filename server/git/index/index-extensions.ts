import { shapeError } from '../read/shape-faults.ts'

/** An optional part of the index behind its entries. */
export interface IndexExtension {
  /** Four letters. */
  name: string
  data: Buffer
}

/** Reads the parts from what follows the entries. Throws a RepositoryShapeError for one without which the entries cannot be understood. */
export function readExtensions(bytes: Buffer): Array<IndexExtension> {
  const extensions: Array<IndexExtension> = []
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length) throw shapeError('indexDamaged')
    const name = bytes.toString('latin1', at, at + 4)
    const end = at + 8 + bytes.readUInt32BE(at + 4)
    if (end > bytes.length) throw shapeError('indexDamaged')
    // A reader that does not know an extension may pass over it only when its name starts with a capital.
    if (name === 'link') throw shapeError('splitIndex')
    if (name === 'sdir') throw shapeError('sparse')
    if (!/^[A-Z]/.test(name)) throw shapeError('indexExtension', { name })
    extensions.push({ name, data: bytes.subarray(at + 8, end) })
    at = end
  }
  return extensions
}

// Whether this Node is new enough. Plain JavaScript that old versions can read too.
import { readFileSync } from 'node:fs'

/**
 * Whether a version of Node satisfies `engines.node` of the form `>=20.19`; other forms are left to
 * npm.
 *
 * @param {string | undefined} engine
 * @param {string} node
 * @returns {boolean}
 */
export function nodeSuffices(engine, node) {
  const wanted = /^>=\s*(\d+(?:\.\d+){0,2})$/.exec(engine || '')
  if (!wanted) return true
  const least = String(wanted[1]).split('.').map(Number)
  const own = node.replace(/^v/, '').split('.').map(Number)
  const at = least.findIndex((part, index) => part !== (own[index] || 0))
  return at === -1 || (own[at] || 0) > (least[at] || 0)
}

/**
 * The sentence about a Node that is too old; null when it is new enough.
 *
 * @returns {string | null}
 */
export function nodeFault() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  if (nodeSuffices(engines.node, process.version)) return null
  return `This needs Node ${engines.node.replace('>=', '')} or newer, and this is ${process.version}: install a newer one from https://nodejs.org.`
}

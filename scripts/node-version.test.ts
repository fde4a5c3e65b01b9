import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nodeSuffices } from './node-version.mjs'

test('Node is new enough by number', () => {
  expect(nodeSuffices('>=20.19', 'v20.9.0')).toBe(false)
  expect(nodeSuffices('>=20.19', 'v18.20.8')).toBe(false)
  expect(nodeSuffices('>=20.19', 'v20.19.0')).toBe(true)
  expect(nodeSuffices('>=20.19', 'v22.1.0')).toBe(true)
  expect(nodeSuffices('>=20.19.2', 'v20.19.1')).toBe(false)
  expect(nodeSuffices('>=20', 'v20.0.0')).toBe(true)
  expect(nodeSuffices(undefined, 'v20.0.0')).toBe(true)
})

const script = (name: string) => new URL(name, import.meta.url)

test('an older Node gets one sentence, and a new one none', () => {
  const older =
    'data:text/javascript,Object.defineProperty(process, "version", { value: "v18.20.8" })'
  const run = (...before: Array<string>) =>
    spawnSync(process.execPath, [...before, script('require-node.mjs').pathname], {
      encoding: 'utf8',
    })
  const { status, stdout, stderr } = run('--import', older)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^This needs Node 20\.19 or newer, and this is v18\.20\.8: .*\.\n$/)
  expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

/** Commands of people who work on the code. */
const ofProgrammers =
  /^(?:test|check|format|size|bench|soak|drills|card|screens|api:|styles:|samples:list|content:schema|search:index)/

test('every command that an owner runs begins with this check', () => {
  const { scripts } = JSON.parse(readFileSync(script('../package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const owners = Object.entries(scripts).filter(
    ([name]) => !ofProgrammers.test(name) && name !== 'start',
  )
  expect(owners.length).toBeGreaterThan(10)
  expect(
    owners.filter(([, command]) => !command.startsWith('node scripts/require-node.mjs && ')),
  ).toEqual([])
  // It stays one process, which gets the signals.
  const [first] = readFileSync(script('start.mjs'), 'utf8').match(/^import .*$/m) ?? []
  expect(first).toBe("import './require-node.mjs'")
})

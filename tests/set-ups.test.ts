import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readEnv } from '../server/env.ts'
import { temporaryFolder } from './temp-repository.ts'

const root = path.dirname(import.meta.dirname)
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
/** Settings in `.env` for `compose.scale.yaml`, as `docs/operate.md` names them. */
const given: Record<string, string> = {
  SITE_HOST: 'example.org',
  POSTGRES_PASSWORD: 'letters1',
  GIT_REMOTE: 'https://git.example.org/site.git',
}

/** The documents of a YAML file as data. Throws for a fault in it. */
function documents(file: string) {
  return parseAllDocuments(read(file), { merge: true, strict: true, uniqueKeys: true }).map(
    (document) => {
      if (document.errors.length > 0 || document.warnings.length > 0)
        throw new Error(`${file}: ${document.errors}`)
      return document.toJS()
    },
  )
}

/**
 * A value with its variables replaced, as compose does. Throws for one that neither is given nor
 * has a default.
 */
function filled(value: string): string {
  return value.replace(
    /\$\{(\w+)(?:(:-|:\?)([^}]*))?\}/g,
    (_all, name: string, kind?: string, text?: string) => {
      const known = given[name] ?? (kind === ':-' ? text : undefined)
      if (known === undefined) throw new Error(`${name} is not set`)
      return known
    },
  )
}

/** The settings of a server as it reads them, with folders that exist. */
async function settings(env: Record<string, string>) {
  await using folder = await temporaryFolder()
  const folders = { CONTENT_DIR: folder.path, DATA_DIR: path.join(folder.path, 'data') }
  return readEnv(
    {
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
      ...folders,
    },
    folder.path,
  )
}

const through = {
  gitWrite: 'through',
  host: '0.0.0.0',
  port: 3000,
  siteUrl: 'https://example.org',
  trustProxy: 1,
}

test('the settings of compose.yaml and compose.scale.yaml are valid, and two servers have time to drain', async () => {
  const [one] = documents('compose.yaml')
  expect(await settings(one.services.site.environment)).toMatchObject({
    ...through,
    gitWrite: 'checkout',
  })
  const [scale] = documents('compose.scale.yaml')
  const { 'site-a': a, 'site-b': b, proxy, database } = scale.services
  expect(b).toEqual(a)
  const env = await settings(a.environment)
  expect(env).toMatchObject({ ...through, databaseUrl: 'postgres://site:letters1@database/site' })
  expect(database.environment).toMatchObject({ POSTGRES_USER: 'site', POSTGRES_DB: 'site' })
  expect(Number.parseInt(a.stop_grace_period, 10)).toBeGreaterThan(env.drainSeconds + 10)
  expect(a.healthcheck.test[3]).toContain('http://127.0.0.1:3000/api/ready')
  expect(proxy.environment.SITE_SERVERS).toBe('site-a:3000 site-b:3000')
  expect(proxy.volumes[0]).toBe('./docs/operate/Caddyfile:/etc/caddy/Caddyfile:ro')
  const caddy = read('docs/operate/Caddyfile')
  for (const name of Object.keys(proxy.environment)) expect(caddy).toContain(`{$${name}}`)
  expect(caddy).toContain('health_uri /api/ready')
})

test('the settings of kubernetes.yaml are valid, and a server has time to drain', async () => {
  const [deployment, service] = documents('docs/operate/kubernetes.yaml')
  const { spec, metadata } = deployment.spec.template
  const [site] = spec.containers
  const values = site.env.map(({ name, value }: { name: string; value: string }) => [name, value])
  const env = await settings({
    ...Object.fromEntries(values),
    DATABASE_URL: 'postgres://db.example.org/site',
    ...given,
  })
  expect(env).toMatchObject(through)
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(env.drainSeconds + 10)
  expect(site.readinessProbe.httpGet).toEqual({ path: '/api/ready', port: env.port })
  expect(service.spec.selector).toEqual(metadata.labels)
  expect(deployment.spec.selector.matchLabels).toEqual(metadata.labels)
  expect(service.spec.ports[0].targetPort).toBe(env.port)
})

test('a backup in the folder of the code gets neither into an image nor into a commit', () => {
  expect(read('.dockerignore')).toContain('\n**/*.backup\n')
  expect(read('.gitignore')).toContain('\n*.backup\n')
})

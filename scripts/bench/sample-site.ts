import { sampleContent } from './corpora.ts'
import { get } from './first-answer.ts'
import { freePort, listening, type ServerProcess, startSite } from './processes.ts'

/** The kinds of public pages that are measured in a browser. */
export const samplePages = ['home', 'article', 'category', 'issue'] as const
export type SamplePage = (typeof samplePages)[number]

export interface SampleSite extends AsyncDisposable {
  server: ServerProcess
  /** The folder for the bare server's responses. */
  dataDir: string
  addresses: Record<SamplePage, string>
}

/** The built site with the sample content, running, and one page of each kind. */
export async function sampleSite(entry: string): Promise<SampleSite> {
  const content = await sampleContent()
  const server = startSite({ entry, ...content, port: await freePort() })
  await listening(server.port)
  const issues = JSON.parse((await get(`${server.url}/api/newsletters`)).text()) as Array<{ id: number }>
  const newest = issues[0]
  if (!newest) throw new Error('the sample content has no newsletter issue')
  return {
    server,
    dataDir: content.dataDir,
    addresses: {
      home: '/',
      article: '/article/warp-modes',
      category: '/category/mixing',
      issue: `/newsletter/${newest.id}`,
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await content[Symbol.asyncDispose]()
    },
  }
}

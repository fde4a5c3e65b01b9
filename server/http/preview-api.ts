import { type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { parseBody } from './parse-body.ts'

const piece = z.object({
  title: z.string().default(''),
  excerpt: z.string().default(''),
  content: z.string().default(''),
})

/** Screens send whole items; what the preview does not show is not looked at. */
const previewInput = z.object({
  type: z.enum(contentTypes),
  id: z.int().positive().optional().catch(undefined),
  content: z.string().default(''),
  contentFormat: z.enum(['markdown', 'html']).optional(),
  articles: z.array(piece).max(100).optional(),
})

type Preview = (type: ContentType, item: Omit<z.infer<typeof previewInput>, 'type'>) => Promise<object>

/** `POST /api/preview` (rulings, section 6): what a save would show; writes nothing. */
export function previewApi(preview: Preview, body: RequestHandler): Router {
  const router = Router()
  router.post('/preview', body, async (req, res) => {
    const { type, ...item } = parseBody(previewInput, req.body)
    res.json(await preview(type, item))
  })
  return router
}

/** An item of any type as this screen uses it; fields that its type lacks are undefined. */
export interface ManagedItem {
  id: number
  slug: string
  title: string
  status: 'published' | 'scheduled' | 'draft'
  /** ISO instant; null for a draft without a date. */
  publishedAt: string | null
  imageUrl: string | null
  imageAlt: string
  excerpt?: string
  description?: string
  category?: string
  tags?: Array<string>
  readTime?: number
  featured?: boolean
  techniqueLevel?: string
  abletonVersion?: string | null
  issueNumber?: number
  metaDescription?: string | null
  /** The revision that a write starts from. */
  revision: string
}

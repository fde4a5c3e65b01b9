import { NewsletterList } from '../../../site/newsletters/newsletter-list.tsx'
import { findable } from '../../findable.tsx'

export default findable(NewsletterList)

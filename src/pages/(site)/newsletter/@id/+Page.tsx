import { IssueDetail } from '../../../../site/newsletters/issue-detail.tsx'
import { findable } from '../../../findable.tsx'

export default findable(IssueDetail, 'newsletterNotFound')

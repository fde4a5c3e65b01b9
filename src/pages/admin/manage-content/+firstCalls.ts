import { prefetchItems } from '../../../admin/manage/item-queries.ts'

export default prefetchItems

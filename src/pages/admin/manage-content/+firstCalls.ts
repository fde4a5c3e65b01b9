export { prefetchItems as default } from '../../../admin/manage/item-queries.ts'

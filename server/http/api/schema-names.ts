import { z } from 'zod'
import { errorAnswer } from '#contract/call.ts'
import { subscribeAnswer } from '#contract/site.ts'
import {
  credentials,
  ownUser,
  passwordChange,
  profileChange,
  registration,
  sessionView,
  userView,
} from '#domain/account.ts'
import {
  contentAnalysis,
  contentAnalysisRequest,
  imageAnalysis,
  imageAnalysisRequest,
  imageTagsRequest,
} from '#domain/analysis.ts'
import { contentTypes } from '#domain/content.ts'
import {
  adminItem,
  adminSummary,
  conflictAnswer,
  contentProblem,
  deletedItem,
  downloadAnswer,
  historyEntry,
  historyVersion,
  inboundLink,
  pastItem,
  publicItem,
  uncommittedFile,
} from '#domain/content-answers.ts'
import { contentInput, contentPatch } from '#domain/content-input.ts'
import { adminDownload, downloadInput, downloadPatch } from '#domain/downloads.ts'
import { itemSummary } from '#domain/item/summary.ts'
import { itemTypes } from '#domain/item/types.ts'
import { comparison, itemChange } from '#domain/item-history.ts'
import {
  deleteRequest,
  moveRequest,
  previewRequest,
  restoreRequest,
} from '#domain/item-requests.ts'
import { deletedPicture, listedPicture, picture, pictureUse } from '#domain/media.ts'
import {
  mailPreview,
  mailPreviewRequest,
  sendingAnswer,
  sendingRequest,
  sendingState,
} from '#domain/sending.ts'
import { pageAnswer, pagePatch, settingsAnswer, settingsPatch } from '#domain/site-files.ts'
import { subscribeRequest } from '#domain/subscribe.ts'
import { importReport, subscriberSummary, subscriberView } from '#domain/subscriber-list.ts'
import { syncState } from '#domain/sync.ts'

/**
 * Names of the schemas that the reference describes separately: those that several calls use, and
 * long ones.
 */
export const schemaNames = z.registry<{ id: string }>()
const named: ReadonlyArray<readonly [id: string, schema: z.ZodType]> = [
  ['Error', errorAnswer],
  ...contentTypes.map((type): (typeof named)[number] => [
    itemTypes[type].schemas.summary,
    itemSummary[type],
  ]),
  ...contentTypes.flatMap((type): typeof named => [
    [itemTypes[type].schemas.item, publicItem[type]],
    [`${itemTypes[type].schemas.item}InList`, adminSummary[type]],
    [`${itemTypes[type].schemas.item}InAdmin`, adminItem[type]],
    [`${itemTypes[type].schemas.item}Fields`, contentInput[type]],
    [`${itemTypes[type].schemas.item}Change`, contentPatch[type]],
    [`${itemTypes[type].schemas.item}Then`, pastItem[type]],
    [`${itemTypes[type].schemas.item}Version`, historyVersion[type]],
  ]),
  ['Conflict', conflictAnswer],
  ['HistoryEntry', historyEntry],
  ['ItemChange', itemChange],
  ['Comparison', comparison],
  ['InboundLink', inboundLink],
  ['DeletedItem', deletedItem],
  ['Download', downloadAnswer],
  ['DownloadInAdmin', adminDownload],
  ['DownloadFields', downloadInput],
  ['DownloadChange', downloadPatch],
  ['Page', pageAnswer],
  ['PageChange', pagePatch],
  ['Settings', settingsAnswer],
  ['SettingsChange', settingsPatch],
  ['Deletion', deleteRequest],
  ['Move', moveRequest],
  ['PreviewRequest', previewRequest],
  ['Restoration', restoreRequest],
  ['Picture', picture],
  ['PictureInList', listedPicture],
  ['PictureUse', pictureUse],
  ['DeletedPicture', deletedPicture],
  ['Credentials', credentials],
  ['Registration', registration],
  ['PasswordChange', passwordChange],
  ['ProfileChange', profileChange],
  ['OwnUser', ownUser],
  ['User', userView],
  ['Session', sessionView],
  ['ContentToAnalyze', contentAnalysisRequest],
  ['ImageToAnalyze', imageAnalysisRequest],
  ['ImageToTag', imageTagsRequest],
  ['Subscription', subscribeRequest],
  ['ContentAnalysis', contentAnalysis],
  ['ImageAnalysis', imageAnalysis],
  ['SubscribeAnswer', subscribeAnswer],
  ['Subscriber', subscriberView],
  ['SubscriberSummary', subscriberSummary],
  ['ImportReport', importReport],
  ['ContentProblem', contentProblem],
  ['UncommittedFile', uncommittedFile],
  ['Sync', syncState],
  ['SendingRequest', sendingRequest],
  ['SendingState', sendingState],
  ['Sending', sendingAnswer],
  ['MailPreviewRequest', mailPreviewRequest],
  ['MailPreview', mailPreview],
]
for (const [id, schema] of named) schemaNames.add(schema, { id })

import { createContext, useContext } from 'react'

/** Every sentence the design system itself says. The dictionaries hold them under these keys; the runtime passes its `t`. */
export const uiTextKeys = [
  'ui.action.cancel', 'ui.action.close', 'ui.action.retry', 'ui.action.more', 'ui.action.back', 'ui.action.clear', 'ui.action.delete', 'ui.action.remove',
  'ui.state.loading', 'ui.state.empty', 'ui.state.error', 'ui.state.error_hint', 'ui.state.request', 'ui.state.forbidden', 'ui.state.forbidden_hint',
  'ui.state.offline', 'ui.state.offline_hint',
  'ui.frame.fold', 'ui.frame.unfold', 'ui.frame.navigation', 'ui.frame.skip', 'ui.frame.tabs',
  'ui.list.select_all', 'ui.list.select_row', 'ui.list.selected', 'ui.list.column_menu', 'ui.list.resize', 'ui.list.actions', 'ui.list.loading_more', 'ui.list.clear_selection',
  'ui.sheet.add_row', 'ui.sheet.delete_rows', 'ui.sheet.undo', 'ui.sheet.redo', 'ui.sheet.full_screen', 'ui.sheet.leave_full_screen', 'ui.sheet.total', 'ui.sheet.rows', 'ui.sheet.fill_down', 'ui.sheet.empty', 'ui.sheet.invalid_rows',
  'ui.canvas.palette', 'ui.canvas.inspector', 'ui.canvas.undo', 'ui.canvas.redo', 'ui.canvas.layout', 'ui.canvas.zoom_in', 'ui.canvas.zoom_out', 'ui.canvas.fit', 'ui.canvas.map', 'ui.canvas.copy', 'ui.canvas.paste',
  'ui.canvas.delete', 'ui.canvas.problems', 'ui.canvas.no_problems', 'ui.canvas.read_only', 'ui.canvas.phone', 'ui.canvas.search', 'ui.canvas.nothing_selected', 'ui.canvas.add',
  'ui.canvas.keys', 'ui.canvas.connect', 'ui.canvas.current', 'ui.canvas.completed', 'ui.canvas.pending',
  'ui.designer.drag', 'ui.designer.move_up', 'ui.designer.move_down', 'ui.designer.picked_up', 'ui.designer.moved_over', 'ui.designer.dropped', 'ui.designer.cancelled', 'ui.designer.instructions',
  'ui.form.errors', 'ui.form.required', 'ui.form.optional', 'ui.leave.title', 'ui.leave.hint', 'ui.leave.stay', 'ui.leave.leave',
  'ui.filter.remove', 'ui.filter.clear', 'ui.filter.add',
  'ui.drop.hint', 'ui.drop.here', 'ui.drop.choose', 'ui.drop.too_large', 'ui.drop.wrong_type', 'ui.drop.too_many',
  'ui.progress.cancel', 'ui.progress.done', 'ui.progress.of', 'ui.progress.failed', 'ui.progress.cancelled',
  'ui.command.placeholder', 'ui.command.nothing', 'ui.command.open', 'ui.command.move',
  'ui.time.just_now', 'ui.split.resize',
] as const
export type UiTextKey = (typeof uiTextKeys)[number]
export type UiText = (key: UiTextKey, values?: Record<string, string | number>) => string

/** `<UiTexts value={t}>` stands once above everything, beside the skin. */
export const UiTexts = createContext<UiText>((key) => key)

export function useUiText(): UiText {
  return useContext(UiTexts)
}

/** Height of the bar below the picture of a pane, `--pane-bar` in its styles. Over a full screen there is none. */
export const PANE_BAR_PX = 36;

/** The maximum number of rows of a file. */
export const maxImportRows = 10_000;

/** One record of a file. */
export interface FileRow {
  /** In CSV, the header is row 1, and empty lines are not counted. */
  number: number;
  /** The text of each column. */
  cells: Readonly<Record<string, string>>;
  /** The reason for which the record cannot be imported. */
  error?: { field: string | null; message: string };
}

/** A file format, chosen by the media type with which the file was uploaded. */
export interface ImportFormat {
  /** Such as `iCalendar`. */
  name: string;
  mime: string;
  /** Files with this ending must have the media type: `.ics`. */
  extension: string;
  /**
   * Reads at most {@link maxImportRows} records, with turns of the event loop between parts of the file.
   *
   * @throws UnreadableFile
   */
  read(bytes: Buffer): Promise<FileRow[]>;
}

/** The file cannot be imported: it is too large or does not have the format. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly row: number;
  readonly field: string | null;

  constructor(row: number, message: string, field: string | null = null) {
    super(message);
    this.row = row;
    this.field = field;
  }
}

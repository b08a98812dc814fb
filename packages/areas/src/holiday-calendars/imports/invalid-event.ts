/** An event of an iCalendar file that cannot be imported. `field` is the field of the holiday. */
export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
  readonly field: 'date' | 'name';

  constructor(field: 'date' | 'name', message: string) {
    super(message);
    this.field = field;
  }
}

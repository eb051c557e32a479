/** A request that the control API does not carry out. */
export class ControlRejection extends Error {
  readonly httpStatus: number;

  constructor(httpStatus: 400 | 403 | 404 | 405 | 409 | 415, message: string) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

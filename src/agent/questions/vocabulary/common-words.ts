/**
 * Everyday words that look like words of a question about telemetry ("sales" like "scale", "query" like "every").
 * They are written as they are meant and never taken for typing errors.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `account amount answer apart article author basket batch bill board book bottle branch bread bridge budget building
  button buyer calendar campaign career cargo carrier cart case catalog catalogue category chain chair charge cheque
  class clean clerk client clinic closet coach code coffee column comment company contact contest contract copy corner
  counter country coupon course court cover cream credit crew crop crowd currency curse custom customer dairy dance deal
  dealer debit delivery dentist desk detail device dinner discount dispute doctor document door dozen draft drawer dress
  drink drive driver duty editor employee engine enter entrance essay estate exam fabric factory family farm farmer fault
  favour fence field finance flight floor flower folder food force forest form fruit fund game garden gate gift glass
  goods grade grain grant ground guest guide habit hall hand harbour hold home horse hotel house image income insurance
  invoice island item jacket journey judge juice junction kitchen label ladder lamp land language laundry lawyer leader
  league leather lender lesson letter library licence license line loan lock locker luggage lunch machine mail manager
  map market master match meal meat medal media meeting member menu merchant mile milk mobile model mortgage motor
  mountain movie museum music note notice nurse offer office option orange orchard order organ owner package packet page
  paint paper parcel park partner party pass passenger patient pattern payment pen photo picture piece pilot place plane
  plant plate player pocket policy pool port post poster postage price print printer prize product profit promise
  property purchase quarry query queue quota quote rack radio rail receipt recipe refund region rental reserve rest
  revenue reward rice ride rider river road roof room round route ruler sale salary sales sample scan scene school score
  screen script seat seller sender shape share sheet shelf ship shirt shoe shop sign size skill skin slice slot smart
  snack soil sort space speed sport staff stage stamp state station stock stone store story stranger street student
  studio style subject sugar suit supplier survey table tablet talk tariff tax taxi teacher team tender term test theatre
  ticket tier tile tire title toll tone tool tour town track trade train tram transfer travel tree trial trip truck
  tutor tyre unit valet vehicle vendor venue vessel video visa visit visitor voucher wage waiter wallet warehouse
  warrant waste watch water weight wheel window wine winner worker writer yard year zone
  analysed analyzed attributed black burst captured codec empties exit faculty flour font garage germany given handed
  handing head mills minuets moved patch raise raised relay replica spare spawn stale stat staying tread valued width
  host hosts lent loan loans paid sold`.split(/\s+/),
)

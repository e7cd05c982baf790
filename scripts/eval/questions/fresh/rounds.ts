/** Rounds of fresh questions: written by people who have not seen the reader, each scored before anyone reads it. */
import type { System } from '../catalog/systems.ts'
import { acquirer } from '../systems/acquirer.ts'
import { adexchange } from '../systems/adexchange.ts'
import { airline } from '../systems/airline.ts'
import { arcade } from '../systems/arcade.ts'
import { auction } from '../systems/auction.ts'
import { baggage } from '../systems/baggage.ts'
import { bakery } from '../systems/bakery.ts'
import { bank } from '../systems/bank.ts'
import { bikes } from '../systems/bikes.ts'
import { bloodBank } from '../systems/bloodbank.ts'
import { boxOffice } from '../systems/boxoffice.ts'
import { brokerage } from '../systems/brokerage.ts'
import { buildfarm } from '../systems/buildfarm.ts'
import { charging } from '../systems/charging.ts'
import { chat } from '../systems/chat.ts'
import { cinema } from '../systems/cinema.ts'
import { cityhall } from '../systems/cityhall.ts'
import { claims } from '../systems/claims.ts'
import { clinics } from '../systems/clinics.ts'
import { codehost } from '../systems/codehost.ts'
import { coworking } from '../systems/coworking.ts'
import { dairy } from '../systems/dairy.ts'
import { dating } from '../systems/dating.ts'
import { delivery } from '../systems/delivery.ts'
import { dentallab } from '../systems/dentallab.ts'
import { dnshost } from '../systems/dnshost.ts'
import { examhall } from '../systems/examhall.ts'
import { ferries } from '../systems/ferries.ts'
import { fitness } from '../systems/fitness.ts'
import { flagship } from '../systems/flagship.ts'
import { fulfil } from '../systems/fulfil.ts'
import { fundraising } from '../systems/fundraising.ts'
import { gamehub } from '../systems/gamehub.ts'
import { grocery } from '../systems/grocery.ts'
import { helpdesk } from '../systems/helpdesk.ts'
import { hospital } from '../systems/hospital.ts'
import { hotel } from '../systems/hotel.ts'
import { identity } from '../systems/identity.ts'
import { inference } from '../systems/inference.ts'
import { issuer } from '../systems/issuer.ts'
import { jobboard } from '../systems/jobboard.ts'
import { jukebox } from '../systems/jukebox.ts'
import { laboratory } from '../systems/laboratory.ts'
import { laundry } from '../systems/laundry.ts'
import { learning } from '../systems/learning.ts'
import { library } from '../systems/library.ts'
import { lifts } from '../systems/lifts.ts'
import { mailing } from '../systems/mailing.ts'
import { meetings } from '../systems/meetings.ts'
import { metering } from '../systems/metering.ts'
import { motor } from '../systems/motor.ts'
import { news } from '../systems/news.ts'
import { parcel } from '../systems/parcel.ts'
import { parking } from '../systems/parking.ts'
import { paycore } from '../systems/paycore.ts'
import { payroll } from '../systems/payroll.ts'
import { pharmacy } from '../systems/pharmacy.ts'
import { photoprint } from '../systems/photoprint.ts'
import { podcasts } from '../systems/podcasts.ts'
import { port } from '../systems/port.ts'
import { racetiming } from '../systems/racetiming.ts'
import { rail } from '../systems/rail.ts'
import { realEstate } from '../systems/realestate.ts'
import { recycling } from '../systems/recycling.ts'
import { seedbank } from '../systems/seedbank.ts'
import { shop, shopOf } from '../systems/shop.ts'
import { signing } from '../systems/signing.ts'
import { skiresort } from '../systems/skiresort.ts'
import { smarthome } from '../systems/smarthome.ts'
import { stadium } from '../systems/stadium.ts'
import { subtitles } from '../systems/subtitles.ts'
import { taxi } from '../systems/taxi.ts'
import { taxOffice } from '../systems/taxoffice.ts'
import { telecom } from '../systems/telecom.ts'
import { tolls } from '../systems/tolls.ts'
import { toolHire } from '../systems/toolhire.ts'
import { translation } from '../systems/translation.ts'
import { tyres } from '../systems/tyres.ts'
import { vans } from '../systems/vans.ts'
import { vending } from '../systems/vending.ts'
import { vets } from '../systems/vets.ts'
import { video } from '../systems/video.ts'
import { waterSupply } from '../systems/watersupply.ts'
import { waterworks } from '../systems/waterworks.ts'
import { weather } from '../systems/weather.ts'
import { windFarm } from '../systems/windfarm.ts'
import { BANK_1 } from './round-1/bank.ts'
import { HOSPITAL_1 } from './round-1/hospital.ts'
import { PARCEL_1 } from './round-1/parcel.ts'
import { SHOP_1 } from './round-1/shop.ts'
import { VIDEO_1 } from './round-1/video.ts'
import { AIRLINE_2 } from './round-2/airline.ts'
import { BANK_2 } from './round-2/bank.ts'
import { HOSPITAL_2 } from './round-2/hospital.ts'
import { PARCEL_2 } from './round-2/parcel.ts'
import { SHOP_2 } from './round-2/shop.ts'
import { TAXI_2 } from './round-2/taxi.ts'
import { VIDEO_2 } from './round-2/video.ts'
import { AIRLINE_3 } from './round-3/airline.ts'
import { BANK_3 } from './round-3/bank.ts'
import { HOSPITAL_3 } from './round-3/hospital.ts'
import { PARCEL_3 } from './round-3/parcel.ts'
import { SHOP_3 } from './round-3/shop.ts'
import { TAXI_3 } from './round-3/taxi.ts'
import { VIDEO_3 } from './round-3/video.ts'
import { AIRLINE_4 } from './round-4/airline.ts'
import { BANK_4 } from './round-4/bank.ts'
import { HOSPITAL_4 } from './round-4/hospital.ts'
import { PARCEL_4 } from './round-4/parcel.ts'
import { SHOP_4 } from './round-4/shop.ts'
import { TAXI_4 } from './round-4/taxi.ts'
import { VIDEO_4 } from './round-4/video.ts'
import { ARCADE_5 } from './round-5/arcade.ts'
import { METERING_6 } from './round-6/metering.ts'
import { INFERENCE_7 } from './round-7/inference.ts'
import { SHOP_7 } from './round-7/shop.ts'
import { LEARNING_8 } from './round-8/learning.ts'
import { DELIVERY_9 } from './round-9/delivery.ts'
import { PHOTOPRINT_10 } from './round-10/photoprint.ts'
import { CLAIMS_11 } from './round-11/claims.ts'
import { TELECOM_12 } from './round-12/telecom.ts'
import { LIBRARY_13 } from './round-13/library.ts'
import { HOTEL_14 } from './round-14/hotel.ts'
import { STADIUM_15 } from './round-15/stadium.ts'
import { MOTOR_16 } from './round-16/motor.ts'
import { WEATHER_17 } from './round-17/weather.ts'
import { BIKES_18 } from './round-18/bikes.ts'
import { NEWS_19 } from './round-19/news.ts'
import { PHARMACY_20 } from './round-20/pharmacy.ts'
import { MAILING_21 } from './round-21/mailing.ts'
import { JOBBOARD_22 } from './round-22/jobboard.ts'
import { CHAT_23 } from './round-23/chat.ts'
import { CHARGING_24 } from './round-24/charging.ts'
import { AUCTION_25 } from './round-25/auction.ts'
import { PAYROLL_26 } from './round-26/payroll.ts'
import { RAIL_27 } from './round-27/rail.ts'
import { LABORATORY_28 } from './round-28/laboratory.ts'
import { BUILDFARM_29 } from './round-29/buildfarm.ts'
import { GROCERY_30 } from './round-30/grocery.ts'
import { BROKERAGE_31 } from './round-31/brokerage.ts'
import { PODCASTS_32 } from './round-32/podcasts.ts'
import { FITNESS_33 } from './round-33/fitness.ts'
import { PARKING_34 } from './round-34/parking.ts'
import { HELPDESK_35 } from './round-35/helpdesk.ts'
import { SIGNING_36 } from './round-36/signing.ts'
import { PORT_37 } from './round-37/port.ts'
import { SMARTHOME_38 } from './round-38/smarthome.ts'
import { DATING_39 } from './round-39/dating.ts'
import { VETS_40 } from './round-40/vets.ts'
import { TRANSLATION_41 } from './round-41/translation.ts'
import { CITYHALL_42 } from './round-42/cityhall.ts'
import { FUNDRAISING_43 } from './round-43/fundraising.ts'
import { IDENTITY_44 } from './round-44/identity.ts'
import { DAIRY_45 } from './round-45/dairy.ts'
import { CODEHOST_46 } from './round-46/codehost.ts'
import { VANS_47 } from './round-47/vans.ts'
import { GAMEHUB_48 } from './round-48/gamehub.ts'
import { WATERWORKS_49 } from './round-49/waterworks.ts'
import { SKIRESORT_50 } from './round-50/skiresort.ts'
import { RACETIMING_51 } from './round-51/racetiming.ts'
import { CINEMA_52 } from './round-52/cinema.ts'
import { RECYCLING_53 } from './round-53/recycling.ts'
import { EXAMHALL_54 } from './round-54/examhall.ts'
import { BAKERY_55 } from './round-55/bakery.ts'
import { DNSHOST_56 } from './round-56/dnshost.ts'
import { ADEXCHANGE_57 } from './round-57/adexchange.ts'
import { TOLLS_58 } from './round-58/tolls.ts'
import { REALESTATE_59 } from './round-59/realestate.ts'
import { MEETINGS_60 } from './round-60/meetings.ts'
import { TAXOFFICE_61 } from './round-61/taxoffice.ts'
import { ACQUIRER_62 } from './round-62/acquirer.ts'
import { WATERSUPPLY_63 } from './round-63/watersupply.ts'
import { JUKEBOX_64 } from './round-64/jukebox.ts'
import { PAYCORE_65 } from './round-65/paycore.ts'
import { CLINICS_66 } from './round-66/clinics.ts'
import { FULFIL_67 } from './round-67/fulfil.ts'
import { BOXOFFICE_68 } from './round-68/boxoffice.ts'
import { FLAGSHIP_69 } from './round-69/flagship.ts'
import { BAGGAGE_70 } from './round-70/baggage.ts'
import { ISSUER_71 } from './round-71/issuer.ts'
import { SUBTITLES_72 } from './round-72/subtitles.ts'
import { COWORKING_73 } from './round-73/coworking.ts'
import { LAUNDRY_74 } from './round-74/laundry.ts'
import { TYRES_75 } from './round-75/tyres.ts'
import { DENTALLAB_76 } from './round-76/dentallab.ts'
import { SEEDBANK_77 } from './round-77/seedbank.ts'
import { VENDING_78 } from './round-78/vending.ts'
import { FERRIES_79 } from './round-79/ferries.ts'
import { TOOLHIRE_80 } from './round-80/toolhire.ts'
import { BLOODBANK_81 } from './round-81/bloodbank.ts'
import { LIFTS_82 } from './round-82/lifts.ts'
import { WINDFARM_83 } from './round-83/windfarm.ts'
import { entriesOf } from './truths.ts'

/** A round's questions have one wording: the half of the developers. */
export const ROUNDS: Readonly<Record<number, readonly System[]>> = {
  1: [
    { name: 'hospital', make: hospital, entries: entriesOf(1, HOSPITAL_1), held: {} },
    { name: 'bank', make: bank, entries: entriesOf(1, BANK_1), held: {} },
    { name: 'parcel', make: parcel, entries: entriesOf(1, PARCEL_1), held: {} },
    { name: 'video', make: video, entries: entriesOf(1, VIDEO_1), held: {} },
    { name: 'shop', make: shop, entries: entriesOf(1, SHOP_1), held: {} },
  ],
  2: [
    { name: 'taxi', make: taxi, entries: entriesOf(2, TAXI_2), held: {} },
    { name: 'airline', make: airline, entries: entriesOf(2, AIRLINE_2), held: {} },
    { name: 'hospital', make: hospital, entries: entriesOf(2, HOSPITAL_2), held: {} },
    { name: 'bank', make: bank, entries: entriesOf(2, BANK_2), held: {} },
    { name: 'parcel', make: parcel, entries: entriesOf(2, PARCEL_2), held: {} },
    { name: 'video', make: video, entries: entriesOf(2, VIDEO_2), held: {} },
    { name: 'shop', make: shop, entries: entriesOf(2, SHOP_2), held: {} },
  ],
  3: [
    { name: 'taxi', make: taxi, entries: entriesOf(3, TAXI_3), held: {} },
    { name: 'airline', make: airline, entries: entriesOf(3, AIRLINE_3), held: {} },
    { name: 'hospital', make: hospital, entries: entriesOf(3, HOSPITAL_3), held: {} },
    { name: 'bank', make: bank, entries: entriesOf(3, BANK_3), held: {} },
    { name: 'parcel', make: parcel, entries: entriesOf(3, PARCEL_3), held: {} },
    { name: 'video', make: video, entries: entriesOf(3, VIDEO_3), held: {} },
    { name: 'shop-7', make: (endMs) => shopOf(7, endMs), entries: entriesOf(3, SHOP_3), held: {} },
  ],
  4: [
    { name: 'taxi', make: taxi, entries: entriesOf(4, TAXI_4), held: {} },
    { name: 'airline', make: airline, entries: entriesOf(4, AIRLINE_4), held: {} },
    { name: 'hospital', make: hospital, entries: entriesOf(4, HOSPITAL_4), held: {} },
    { name: 'bank', make: bank, entries: entriesOf(4, BANK_4), held: {} },
    { name: 'parcel', make: parcel, entries: entriesOf(4, PARCEL_4), held: {} },
    { name: 'video', make: video, entries: entriesOf(4, VIDEO_4), held: {} },
    { name: 'shop-42', make: (endMs) => shopOf(42, endMs), entries: entriesOf(4, SHOP_4), held: {} },
  ],
  5: [{ name: 'arcade', make: arcade, entries: entriesOf(5, ARCADE_5), held: {} }],
  6: [{ name: 'metering', make: metering, entries: entriesOf(6, METERING_6), held: {} }],
  7: [
    { name: 'inference', make: inference, entries: entriesOf(7, INFERENCE_7), held: {} },
    { name: 'shop-12', make: (endMs) => shopOf(12, endMs), entries: entriesOf(7, SHOP_7), held: {} },
  ],
  8: [{ name: 'learning', make: learning, entries: entriesOf(8, LEARNING_8), held: {} }],
  9: [{ name: 'delivery', make: delivery, entries: entriesOf(9, DELIVERY_9), held: {} }],
  10: [{ name: 'photoprint', make: photoprint, entries: entriesOf(10, PHOTOPRINT_10), held: {} }],
  11: [{ name: 'claims', make: claims, entries: entriesOf(11, CLAIMS_11), held: {} }],
  12: [{ name: 'telecom', make: telecom, entries: entriesOf(12, TELECOM_12), held: {} }],
  13: [{ name: 'library', make: library, entries: entriesOf(13, LIBRARY_13), held: {} }],
  14: [{ name: 'hotel', make: hotel, entries: entriesOf(14, HOTEL_14), held: {} }],
  15: [{ name: 'stadium', make: stadium, entries: entriesOf(15, STADIUM_15), held: {} }],
  16: [{ name: 'motor', make: motor, entries: entriesOf(16, MOTOR_16), held: {} }],
  17: [{ name: 'weather', make: weather, entries: entriesOf(17, WEATHER_17), held: {} }],
  18: [{ name: 'bikes', make: bikes, entries: entriesOf(18, BIKES_18), held: {} }],
  19: [{ name: 'news', make: news, entries: entriesOf(19, NEWS_19), held: {} }],
  20: [{ name: 'pharmacy', make: pharmacy, entries: entriesOf(20, PHARMACY_20), held: {} }],
  21: [{ name: 'mailing', make: mailing, entries: entriesOf(21, MAILING_21), held: {} }],
  22: [{ name: 'jobboard', make: jobboard, entries: entriesOf(22, JOBBOARD_22), held: {} }],
  23: [{ name: 'chat', make: chat, entries: entriesOf(23, CHAT_23), held: {} }],
  24: [{ name: 'charging', make: charging, entries: entriesOf(24, CHARGING_24), held: {} }],
  25: [{ name: 'auction', make: auction, entries: entriesOf(25, AUCTION_25), held: {} }],
  26: [{ name: 'payroll', make: payroll, entries: entriesOf(26, PAYROLL_26), held: {} }],
  27: [{ name: 'rail', make: rail, entries: entriesOf(27, RAIL_27), held: {} }],
  28: [{ name: 'laboratory', make: laboratory, entries: entriesOf(28, LABORATORY_28), held: {} }],
  30: [{ name: 'grocery', make: grocery, entries: entriesOf(30, GROCERY_30), held: {} }],
  29: [{ name: 'buildfarm', make: buildfarm, entries: entriesOf(29, BUILDFARM_29), held: {} }],
  31: [{ name: 'brokerage', make: brokerage, entries: entriesOf(31, BROKERAGE_31), held: {} }],
  33: [{ name: 'fitness', make: fitness, entries: entriesOf(33, FITNESS_33), held: {} }],
  32: [{ name: 'podcasts', make: podcasts, entries: entriesOf(32, PODCASTS_32), held: {} }],
  35: [{ name: 'helpdesk', make: helpdesk, entries: entriesOf(35, HELPDESK_35), held: {} }],
  36: [{ name: 'signing', make: signing, entries: entriesOf(36, SIGNING_36), held: {} }],
  34: [{ name: 'parking', make: parking, entries: entriesOf(34, PARKING_34), held: {} }],
  37: [{ name: 'port', make: port, entries: entriesOf(37, PORT_37), held: {} }],
  38: [{ name: 'smarthome', make: smarthome, entries: entriesOf(38, SMARTHOME_38), held: {} }],
  39: [{ name: 'dating', make: dating, entries: entriesOf(39, DATING_39), held: {} }],
  40: [{ name: 'vets', make: vets, entries: entriesOf(40, VETS_40), held: {} }],
  41: [{ name: 'translation', make: translation, entries: entriesOf(41, TRANSLATION_41), held: {} }],
  42: [{ name: 'cityhall', make: cityhall, entries: entriesOf(42, CITYHALL_42), held: {} }],
  43: [{ name: 'fundraising', make: fundraising, entries: entriesOf(43, FUNDRAISING_43), held: {} }],
  44: [{ name: 'identity', make: identity, entries: entriesOf(44, IDENTITY_44), held: {} }],
  45: [{ name: 'dairy', make: dairy, entries: entriesOf(45, DAIRY_45), held: {} }],
  46: [{ name: 'codehost', make: codehost, entries: entriesOf(46, CODEHOST_46), held: {} }],
  47: [{ name: 'vans', make: vans, entries: entriesOf(47, VANS_47), held: {} }],
  48: [{ name: 'gamehub', make: gamehub, entries: entriesOf(48, GAMEHUB_48), held: {} }],
  49: [{ name: 'waterworks', make: waterworks, entries: entriesOf(49, WATERWORKS_49), held: {} }],
  51: [{ name: 'racetiming', make: racetiming, entries: entriesOf(51, RACETIMING_51), held: {} }],
  50: [{ name: 'skiresort', make: skiresort, entries: entriesOf(50, SKIRESORT_50), held: {} }],
  55: [{ name: 'bakery', make: bakery, entries: entriesOf(55, BAKERY_55), held: {} }],
  53: [{ name: 'recycling', make: recycling, entries: entriesOf(53, RECYCLING_53), held: {} }],
  54: [{ name: 'examhall', make: examhall, entries: entriesOf(54, EXAMHALL_54), held: {} }],
  52: [{ name: 'cinema', make: cinema, entries: entriesOf(52, CINEMA_52), held: {} }],
  56: [{ name: 'dnshost', make: dnshost, entries: entriesOf(56, DNSHOST_56), held: {} }],
  59: [{ name: 'realestate', make: realEstate, entries: entriesOf(59, REALESTATE_59), held: {} }],
  57: [{ name: 'adexchange', make: adexchange, entries: entriesOf(57, ADEXCHANGE_57), held: {} }],
  58: [{ name: 'tolls', make: tolls, entries: entriesOf(58, TOLLS_58), held: {} }],
  61: [{ name: 'taxoffice', make: taxOffice, entries: entriesOf(61, TAXOFFICE_61), held: {} }],
  60: [{ name: 'meetings', make: meetings, entries: entriesOf(60, MEETINGS_60), held: {} }],
  62: [{ name: 'acquirer', make: acquirer, entries: entriesOf(62, ACQUIRER_62), held: {} }],
  63: [{ name: 'watersupply', make: waterSupply, entries: entriesOf(63, WATERSUPPLY_63), held: {} }],
  64: [{ name: 'jukebox', make: jukebox, entries: entriesOf(64, JUKEBOX_64), held: {} }],
  65: [{ name: 'paycore', make: paycore, entries: entriesOf(65, PAYCORE_65), held: {} }],
  66: [{ name: 'clinics', make: clinics, entries: entriesOf(66, CLINICS_66), held: {} }],
  67: [{ name: 'fulfil', make: fulfil, entries: entriesOf(67, FULFIL_67), held: {} }],
  68: [{ name: 'boxoffice', make: boxOffice, entries: entriesOf(68, BOXOFFICE_68), held: {} }],
  69: [{ name: 'flagship', make: flagship, entries: entriesOf(69, FLAGSHIP_69), held: {} }],
  70: [{ name: 'baggage', make: baggage, entries: entriesOf(70, BAGGAGE_70), held: {} }],
  71: [{ name: 'issuer', make: issuer, entries: entriesOf(71, ISSUER_71), held: {} }],
  72: [{ name: 'subtitles', make: subtitles, entries: entriesOf(72, SUBTITLES_72), held: {} }],
  73: [{ name: 'coworking', make: coworking, entries: entriesOf(73, COWORKING_73), held: {} }],
  74: [{ name: 'laundry', make: laundry, entries: entriesOf(74, LAUNDRY_74), held: {} }],
  75: [{ name: 'tyres', make: tyres, entries: entriesOf(75, TYRES_75), held: {} }],
  76: [{ name: 'dentallab', make: dentallab, entries: entriesOf(76, DENTALLAB_76), held: {} }],
  77: [{ name: 'seedbank', make: seedbank, entries: entriesOf(77, SEEDBANK_77), held: {} }],
  78: [{ name: 'vending', make: vending, entries: entriesOf(78, VENDING_78), held: {} }],
  79: [{ name: 'ferries', make: ferries, entries: entriesOf(79, FERRIES_79), held: {} }],
  80: [{ name: 'toolhire', make: toolHire, entries: entriesOf(80, TOOLHIRE_80), held: {} }],
  81: [{ name: 'bloodbank', make: bloodBank, entries: entriesOf(81, BLOODBANK_81), held: {} }],
  82: [{ name: 'lifts', make: lifts, entries: entriesOf(82, LIFTS_82), held: {} }],
  83: [{ name: 'windfarm', make: windFarm, entries: entriesOf(83, WINDFARM_83), held: {} }],
}
